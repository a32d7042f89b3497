package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// started is how long a provider's process takes, in seconds from its start,
// until it says where it listens, and until it has answered its first call.
type started struct{ listens, answers float64 }

// magicCookie is what the plugin protocol of the engines wants to see.
const magicCookie = "TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

// startProvider starts a provider as an engine does and asks for its schema,
// which is the first call of every engine.
func startProvider(ctx context.Context, p *packaged, sockets string) (took started, err error) {
	cmd := exec.CommandContext(ctx, p.binary)
	cmd.Env = append(os.Environ(), magicCookie, fmt.Sprintf("PLUGIN_PROTOCOL_VERSIONS=%d", p.protocol), "PLUGIN_UNIX_SOCKET_DIR="+sockets)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return started{}, err
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return started{}, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return started{}, fmt.Errorf("%s says nothing: %w", p.source(), err)
	}
	took.listens = time.Since(begin).Seconds()
	// For example 1|6|unix|/tmp/plugin123|grpc|
	parts := strings.Split(strings.TrimSpace(line), "|")
	if len(parts) < 5 || parts[2] != "unix" {
		return started{}, fmt.Errorf("%s says %q", p.source(), line)
	}
	connection, err := grpc.NewClient("unix:"+parts[3], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return started{}, err
	}
	defer func() { _ = connection.Close() }()
	method := map[int]string{5: "/tfplugin5.Provider/GetSchema", 6: "/tfplugin6.Provider/GetProviderSchema"}[p.protocol]
	var answer []byte
	err = connection.Invoke(ctx, method, []byte{}, &answer, grpc.ForceCodec(rawCodec{}), grpc.MaxCallRecvMsgSize(64<<20))
	if err == nil && len(answer) == 0 {
		err = fmt.Errorf("%s answers nothing", p.source())
	}
	took.answers = time.Since(begin).Seconds()
	return took, err
}

// rawCodec sends and takes messages as bytes: the request is empty, and only
// the length of the answer counts.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }

func (rawCodec) Marshal(v any) ([]byte, error) {
	b, ok := v.([]byte)
	if !ok {
		return nil, fmt.Errorf("%T is no []byte", v)
	}
	return b, nil
}

func (rawCodec) Unmarshal(data []byte, v any) error {
	b, ok := v.(*[]byte)
	if !ok {
		return fmt.Errorf("%T is no *[]byte", v)
	}
	*b = append([]byte{}, data...)
	return nil
}
