package wire

import (
	"strings"
	"testing"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func registered(t *testing.T) encoding.CodecV2 {
	t.Helper()
	codec := encoding.GetCodecV2("proto")
	if _, ok := codec.(exactCodec); !ok {
		t.Fatalf("gRPC uses %T", codec)
	}
	return codec
}

func TestRoundTrip(t *testing.T) {
	codec := registered(t)
	for _, text := range []string{"", "short", strings.Repeat("é\n", 50_000)} {
		want := wrapperspb.String(text)
		data, err := codec.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		// As it arrives: in frames of 16 KiB.
		var frames mem.BufferSlice
		for rest := data.Materialize(); len(rest) > 0; {
			n := min(len(rest), 16<<10)
			frames = append(frames, mem.SliceBuffer(rest[:n]))
			rest = rest[n:]
		}
		got := &wrapperspb.StringValue{}
		if err := codec.Unmarshal(frames, got); err != nil || !protobuf.Equal(got, want) {
			t.Errorf("%d bytes became %d: %v", len(text), len(got.GetValue()), err)
		}
	}
}

func TestNoMessage(t *testing.T) {
	codec := registered(t)
	if _, err := codec.Marshal("text"); err == nil {
		t.Error("a text was taken for a message")
	}
	if err := codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer("x")}, new(string)); err == nil {
		t.Error("a text was taken for a message")
	}
	if err := codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer("\xff")}, &wrapperspb.StringValue{}); err == nil {
		t.Error("broken bytes were taken for a message")
	}
}

// TestSize fails when a message of 45 kB takes a buffer of 1 MiB.
func TestSize(t *testing.T) {
	codec, message := registered(t), wrapperspb.String(strings.Repeat("x", 45_000))
	data, err := codec.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	if kept := cap(data[0].ReadOnlyData()); kept > 64<<10 {
		t.Errorf("a buffer of %d bytes", kept)
	}
}
