#!/usr/bin/env bash
# Runs a workspace as a container runtime does, with what util-linux has: network,
# process and mount namespaces of its own, a private /tmp, and a home directory
# that outlives it. The template's local-exec provisioners call it as root.
#
#   workspace.sh start   returns once the workspace has a network
#   workspace.sh stop    SIGTERM, up to the grace period, then SIGKILL
#   workspace.sh kill    SIGKILL; fails when nothing runs
#
# WORKSPACES, the directory of everything, WORKSPACE_ID and, for start, AGENT_TOKEN
# and INIT_SCRIPT come from the environment.
set -euo pipefail

server=198.51.100.1
dir=$WORKSPACES/$WORKSPACE_ID

# container runs inside the namespaces, as their first process.
container() {
  local number=$1 program
  mount -t proc proc /proc
  until grep -q eth0: /proc/net/dev; do sleep 0.05; done
  ip link set lo up
  ip address add "198.51.100.$number/24" dev eth0
  ip link set eth0 up
  ip route add default via "$server"
  mount --bind "$dir/passwd" /etc/passwd
  mount --bind "$dir/hosts" /etc/hosts
  mount -t tmpfs -o mode=0755 tmpfs /usr/local
  mkdir /usr/local/bin
  for program in "$WORKSPACES"/image/* "$dir"/image/*; do
    [[ -e $program ]] || continue
    touch "/usr/local/bin/${program##*/}"
    mount --bind "$(readlink -f "$program")" "/usr/local/bin/${program##*/}"
  done
  mount -t tmpfs -o mode=0755 tmpfs /home
  mkdir /home/coder
  mount --bind "$dir/home" /home/coder
  mapfile -t image_env <"$WORKSPACES/image.env"
  cd /home/coder
  touch "$dir/up"
  devices
  for program in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs "$program"; done
  exec setpriv --reuid "$((20000 + number))" --regid "$((20000 + number))" --clear-groups --inh-caps=-all \
    env -i HOME=/home/coder USER=coder LOGNAME=coder SHELL=/bin/bash LANG=C.UTF-8 \
    PATH=/usr/local/bin:/usr/bin:/bin CODER_AGENT_TOKEN="$AGENT_TOKEN" "${image_env[@]}" \
    sh -c "$INIT_SCRIPT"
}

# devices makes a /dev that has nothing to do with the machine's.
devices() {
  local device
  mount -t tmpfs -o mode=0755 tmpfs /dev
  for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 0666 "/dev/${device%:*}" c 1 "${device#*:}"; done
  mknod -m 0666 /dev/tty c 5 0
  mkdir -m 1777 /dev/shm
  mkdir /dev/pts
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts /dev/pts
  ln -s pts/ptmx /dev/ptmx
  ln -s /proc/self/fd /dev/fd
  ln -s fd/0 /dev/stdin
  ln -s fd/1 /dev/stdout
  ln -s fd/2 /dev/stderr
}

# init prints the process id of the running container's first process.
init() {
  local pid
  pid=$(cat "$dir/pid" 2>/dev/null) || return 1
  [[ $(stat -Lc %i "/proc/$pid/ns/pid" 2>/dev/null) == "$(cat "$dir/namespace")" ]] || return 1
  echo "$pid"
}

start() {
  local number unshare pid
  if ! [[ -d $dir ]]; then
    mkdir "$dir"
    # The number, once taken, stays: address and user are those of the last start.
    for number in {2..250}; do mkdir "$WORKSPACES/number-$number" 2>/dev/null && break; done
    echo "$number" >"$dir/number"
    echo "coder:x:$((20000 + number)):$((20000 + number))::/home/coder:/bin/bash" | cat /etc/passwd - >"$dir/passwd"
    printf '127.0.0.1 localhost\n198.51.100.%s workspace\n' "$number" >"$dir/hosts"
  fi
  number=$(cat "$dir/number")
  if ! [[ -d $dir/home ]]; then
    cp -a "$WORKSPACES/skel" "$dir/home"
    chmod 0700 "$dir/home"
    chown -R "$((20000 + number)):$((20000 + number))" "$dir/home"
  fi
  if pid=$(init); then
    echo "the workspace runs already" >&2
    return 1
  fi
  rm -f "$dir/up"
  setsid unshare --net --pid --fork --kill-child --mount --propagation private "$0" container "$number" \
    </dev/null >>"$dir/log" 2>&1 &
  unshare=$!
  until pid=$(pgrep -P "$unshare"); do kill -0 "$unshare" || exit 1; sleep 0.05; done
  stat -Lc %i "/proc/$pid/ns/pid" >"$dir/namespace"
  echo "$pid" >"$dir/pid"
  ip link delete "ws$number" 2>/dev/null || true
  ip link add "ws$number" type veth peer name eth0 netns "$pid"
  ip address add "$server" peer "198.51.100.$number" dev "ws$number"
  ip link set "ws$number" up
  until [[ -e $dir/up ]]; do kill -0 "$unshare" || exit 1; sleep 0.05; done
}

stop() {
  local pid grace tenths=0
  pid=$(init) || return 0
  grace=$(cat "$dir/grace" 2>/dev/null || echo 300)
  kill -TERM "$pid" || true # It may have ended just now.
  while init >/dev/null; do
    ((tenths++ < grace * 10)) || kill -KILL "$pid" || true
    sleep 0.1
  done
}

case $1 in
  start) start ;;
  stop) stop ;;
  kill)
    pid=$(init)
    kill -KILL "$pid"
    while init >/dev/null; do sleep 0.05; done
    ;;
  container) container "$2" ;;
esac
