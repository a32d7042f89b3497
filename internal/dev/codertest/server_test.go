package codertest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// appDomain is where Coder serves the apps of workspaces, each at a name of its own.
const appDomain = "*.apps.test"

// address is the server's, as workspaces see it; each of them is at the other end
// of a link of its own.
const address = "198.51.100.1"

// Server is a running Coder server with everything it needs.
type Server struct {
	// URL is the server's address, here and in workspaces.
	URL string
	// Dir holds the database, logs and workspaces. Close removes it.
	Dir string
	// Engine is "terraform" or "tofu".
	Engine string
	// Model answers the agents of all workspaces, so a test tells its own requests
	// by texts that only it sends.
	Model *modelserver.Server

	env      []string
	postgres *exec.Cmd
	coder    *exec.Cmd
}

// Start starts everything. The process must be isolated; see [workspace.Isolate].
func Start(ctx context.Context) (_ *Server, err error) {
	if err := workspace.Isolated(); err != nil {
		return nil, err
	}
	if os.Geteuid() != 0 {
		return nil, errors.New("must be root, because each workspace gets namespaces and a user of its own")
	}
	dir, err := os.MkdirTemp("", "codertest-")
	if err != nil {
		return nil, err
	}
	s := &Server{Dir: dir, URL: "http://" + address + ":3000"}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	// Postgres runs as another user and must reach its directory.
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, err
	}
	if err := linkUp(ctx); err != nil {
		return nil, err
	}
	if s.Model, err = modelserver.Start(address); err != nil {
		return nil, err
	}
	if err := s.prepareImage(); err != nil {
		return nil, err
	}
	engine, err := toolchain.Engine()
	if err != nil {
		return nil, err
	}
	s.Engine = filepath.Base(engine)
	built := make(chan error, 1)
	go func() { built <- s.buildProviders(ctx) }() // While the database is filled.
	if err := s.startPostgres(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("postgres: %w", err), <-built)
	}
	if err := s.startCoder(ctx, engine); err != nil {
		return nil, errors.Join(fmt.Errorf("coder server: %w\n%s", err, tail(filepath.Join(dir, "coder.log"), 30)), <-built)
	}
	return s, <-built
}

// linkUp gives the namespace an interface other than loopback, and a default route:
// without them Coder's network takes the machine to be offline.
func linkUp(ctx context.Context) error {
	for _, line := range []string{
		"link add server type veth peer name nowhere",
		"address add " + address + "/24 dev server",
		"link set server up",
		"link set nowhere up",
		"route add default via 198.51.100.254 dev server",
	} {
		if err := run(ctx, "ip", strings.Fields(line)...); err != nil {
			return err
		}
	}
	return nil
}

// run runs a program to its end; what it printed is part of its error.
func run(ctx context.Context, name string, args ...string) error {
	if output, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, output)
	}
	return nil
}

// start starts a program that writes to a log file in Dir.
func (s *Server) start(log string, cmd *exec.Cmd) error {
	file, err := os.Create(filepath.Join(s.Dir, log))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // The program has its own handle.
	cmd.Stdout, cmd.Stderr = file, file
	return cmd.Start()
}

// startPostgres starts the newest installed Debian Postgres with an empty database.
func (s *Server) startPostgres(ctx context.Context) error {
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(programs) == 0 {
		return errors.New(`no initdb below /usr/lib/postgresql; run "apt-get install postgresql"`)
	}
	bin := filepath.Dir(slices.MaxFunc(programs, func(a, b string) int { return len(a) - len(b) + strings.Compare(a, b) }))
	data := filepath.Join(s.Dir, "postgres")
	asPostgres := []string{"--reuid", "postgres", "--regid", "postgres", "--init-groups", "env", "-C", "/"}
	err = errors.Join(
		run(ctx, "install", "-d", "-o", "postgres", "-g", "postgres", "-m", "0700", data),
		run(ctx, "setpriv", append(asPostgres, filepath.Join(bin, "initdb"), "--pgdata", data, "--username", "coder", "--auth", "trust",
			"--encoding", "UTF8", "--no-locale", "--no-sync")...))
	if err != nil {
		return err
	}
	s.postgres = exec.Command("setpriv", append(asPostgres, filepath.Join(bin, "postgres"), "-D", data, "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories="+data, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")...)
	if err := s.start("postgres.log", s.postgres); err != nil {
		return err
	}
	return poll(ctx, time.Minute, "Postgres", func() error {
		connection, err := net.Dial("tcp", "127.0.0.1:5432")
		if err != nil {
			return err
		}
		return connection.Close()
	})
}

// versions are those under which the provider is in the mirror.
var versions = []string{"0.1.0", "0.2.0"}

// buildProviders fills the mirror that is all the engine can reach.
func (s *Server) buildProviders(ctx context.Context) error {
	mirror := filepath.Join(s.Dir, "mirror")
	host := toolchain.RegistryHosts[s.Engine]
	coder, err := toolchain.Path("terraform-provider-coder")
	if err != nil {
		return err
	}
	inMirror := toolchain.MirroredProvider(mirror, host, "coder", "coder", "2.19.0")
	if err := errors.Join(os.MkdirAll(filepath.Dir(inMirror), 0o750), os.Symlink(coder, inMirror)); err != nil {
		return err
	}
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	for _, version := range versions {
		err := run(ctx, "go", "build", "-C", root, "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+version,
			"-o", toolchain.MirroredProvider(mirror, host, "coder-persistence", "persistence", version), ".")
		if err != nil {
			return err
		}
	}
	// The examples are made for Docker and Kubernetes; their providers do nothing here.
	for namespace, name := range map[string]string{"kreuzwerker": "docker", "hashicorp": "kubernetes"} {
		dir := filepath.Dir(toolchain.MirroredProvider(mirror, host, namespace, name, "9.0.0"))
		standIn := filepath.Join(dir, "terraform-provider-"+name)
		err := run(ctx, "go", "build", "-C", root, "-buildvcs=false", "-o", standIn, "./internal/dev/cmd/standin")
		if err != nil {
			return err
		}
	}
	return toolchain.WriteMirrorConfig(filepath.Join(s.Dir, "engine.tfrc"), mirror)
}

func (s *Server) startCoder(ctx context.Context, engine string) error {
	// Coder runs what is called terraform on its PATH.
	bin := filepath.Join(s.Dir, "bin")
	if err := errors.Join(os.Mkdir(bin, 0o750), os.Symlink(engine, filepath.Join(bin, "terraform"))); err != nil {
		return err
	}
	coder, err := toolchain.Path("coder")
	if err != nil {
		return err
	}
	// The server offers its binaries to workspaces from here.
	cache := filepath.Join(s.Dir, "coder-cache")
	agent := filepath.Join(cache, "site", "orig", "bin", "coder-linux-"+runtime.GOARCH)
	if err := errors.Join(os.MkdirAll(filepath.Dir(agent), 0o750), os.Symlink(coder, agent)); err != nil {
		return err
	}
	s.env = []string{
		"HOME=" + s.Dir,
		"PATH=" + bin + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"WORKSPACES=" + s.workspaces(),
		"TF_CLI_CONFIG_FILE=" + filepath.Join(s.Dir, "engine.tfrc"),
		"CHECKPOINT_DISABLE=1",
		"CODER_CONFIG_DIR=" + filepath.Join(s.Dir, "coder-config"),
		"CODER_URL=" + s.URL,
	}
	s.coder = exec.Command(coder, "server")
	s.coder.Env = append(slices.Clone(s.env),
		"CODER_CACHE_DIRECTORY="+cache,
		"CODER_PG_CONNECTION_URL=postgres://coder@127.0.0.1:5432/postgres?sslmode=disable",
		"CODER_HTTP_ADDRESS="+address+":3000",
		"CODER_ACCESS_URL="+s.URL,
		"CODER_WILDCARD_ACCESS_URL="+appDomain,
		"CODER_TELEMETRY_ENABLE=false",
		"CODER_UPDATE_CHECK=false",
		"CODER_DERP_SERVER_STUN_ADDRESSES=disable",
		"CODER_BLOCK_DIRECT=true",
		"CODER_PROVISIONER_DAEMONS=3",
		"CODER_PROVISIONER_DAEMON_POLL_INTERVAL=200ms",
		"CODER_PROVISIONER_DAEMON_POLL_JITTER=50ms",
		"CODER_DANGEROUS_DISABLE_RATE_LIMITS=true",
	)
	if err := s.start("coder.log", s.coder); err != nil {
		return err
	}
	return poll(ctx, 5*time.Minute, "the Coder server", func() error {
		return (&Client{URL: s.URL}).call(ctx, http.MethodGet, "/buildinfo", nil, nil)
	})
}

// kill kills everything in a workspace, as a node that dies does, and waits until
// it is gone. It is an error when nothing runs.
func (s *Server) kill(ctx context.Context, id string) error {
	return run(ctx, "env", "WORKSPACES="+s.workspaces(), "WORKSPACE_ID="+id, filepath.Join(s.workspaces(), "workspace.sh"), "kill")
}

func (s *Server) workspaces() string { return filepath.Join(s.Dir, "workspaces") }

// Close stops everything by process id and removes Dir. Workspaces that still run
// end with the namespace of process ids; see [workspace.Isolate].
func (s *Server) Close() error {
	for _, cmd := range []*exec.Cmd{s.coder, s.postgres} {
		if cmd == nil || cmd.Process == nil {
			continue
		}
		_ = cmd.Process.Signal(syscall.SIGINT) // Fails when it has ended already.
		timer := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
	}
	if s.Model != nil {
		_ = s.Model.Close()
	}
	ids, _ := filepath.Glob(filepath.Join(s.workspaces(), "*", "pid"))
	for _, file := range ids {
		_ = s.kill(context.Background(), filepath.Base(filepath.Dir(file))) // Most have ended already.
	}
	return os.RemoveAll(s.Dir)
}

// endError is an error that ends a poll.
type endError struct{ error }

// poll calls try until it succeeds or its error is an endError.
func poll(ctx context.Context, timeout time.Duration, what string, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		err := try()
		var end endError
		if err == nil || errors.As(err, &end) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w; last seen: %w", what, ctx.Err(), err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func tail(file string, lines int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
