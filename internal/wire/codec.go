// Package wire replaces gRPC's codec for protocol buffers in the program that
// imports it.
//
// The usual codec takes a buffer of 1 MiB, and clears it, for each message of
// more than 32 KiB. A rendered resource has about 45: with ten of them under
// way the buffers were two thirds of the provider's memory, and clearing them
// a seventh of its time. This one takes as much as the message needs.
package wire

import (
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	protobuf "google.golang.org/protobuf/proto"
)

// The import of the usual codec's package makes it register first; of two
// codecs with one name gRPC takes the later.
func init() {
	encoding.RegisterCodecV2(exactCodec{encoding.GetCodecV2(proto.Name)})
}

// exactCodec leaves what is no message of today's API to the usual codec.
type exactCodec struct{ encoding.CodecV2 }

// Marshal returns one buffer of the message's size.
func (c exactCodec) Marshal(v any) (mem.BufferSlice, error) {
	message, ok := v.(protobuf.Message)
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	data, err := protobuf.Marshal(message)
	if err != nil {
		return nil, err
	}
	return mem.BufferSlice{mem.SliceBuffer(data)}, nil
}

// Unmarshal reads a message that arrived in several frames from one buffer of its size.
func (c exactCodec) Unmarshal(data mem.BufferSlice, v any) error {
	message, ok := v.(protobuf.Message)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	buffer := data.MaterializeToBuffer(mem.NopBufferPool{})
	defer buffer.Free()
	return protobuf.Unmarshal(buffer.ReadOnlyData(), message)
}
