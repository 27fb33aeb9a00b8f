// Real WebDAV servers on folders of their own: rclone, Apache's mod_dav, nginx with dav_ext.
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { freePort } from "../runtime/free-port.ts";
import { until } from "../runtime/worker.ts";

export const ACCOUNT = { name: "ann", password: "correct horse" };

/** Secrets of a deployment that connects drives, including ones on this machine. */
export const DRIVE_SECRETS = {
  DRIVE_KEYS: "tests:a-key-that-only-these-tests-use,-32+-characters",
  DRIVE_NETWORKS: "any",
};

export type WebDavServer = {
  /** URL of the served root, ending in `/`. */
  address: string;
  /** The files it holds, by their path, with their SHA-256. */
  files: () => Promise<Record<string, string>>;
  /** The served folder on this machine. */
  folder: string;
  close: () => Promise<void>;
};

export type ServerName = "rclone" | "Apache" | "nginx";
/** Servers to test with; machines without nginx skip these tests. */
export const SERVERS: ServerName[] = process.env.SAYSO_NGINX ? ["rclone", "Apache", "nginx"] : [];

type Start = (work: { folder: string; home: string; port: number }) => Promise<ChildProcess>;

const STARTS: Record<ServerName, Start> = { rclone, Apache: apache, nginx };

/** Starts a server that accepts {@link ACCOUNT} only. */
export async function webDavServer(name: ServerName): Promise<WebDavServer> {
  const home = await mkdtemp(join(tmpdir(), "sayso-webdav-"));
  const folder = join(home, "served");
  await mkdir(folder);
  // Apache drops root privileges.
  await chmod(home, 0o755);
  if (process.getuid?.() === 0) await chown(folder, 33, 33);
  const port = await freePort();
  const server = await STARTS[name]({ folder, home, port });
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (data) => output.push(String(data)));
  const address = `http://127.0.0.1:${port}/`;
  const answers = () =>
    fetch(address).then(
      ({ status }) => status === 401,
      () => {
        if (server.exitCode !== null) throw new Error(`${name} ended: ${output.join("")}`);
        return false;
      },
    );
  await until(`${name} answers`, answers);
  return {
    address,
    folder,
    files: () => filesBelow(folder),
    close: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The SHA-256 of each file. Skips one that is renamed during the reading: the caller polls anyway. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => [relative(folder, file), await sha256Of(file)]));
  return Object.fromEntries(found.filter(([, hash]) => hash !== null));
}

async function sha256Of(file: string): Promise<string | null> {
  try {
    return createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const started = async (program: string, args: string[]) =>
  spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });

function rclone({ folder, port }: Parameters<Start>[0]): Promise<ChildProcess> {
  return started("rclone", [
    "serve",
    "webdav",
    folder,
    ...options({
      addr: `127.0.0.1:${port}`,
      config: "/dev/null",
      user: ACCOUNT.name,
      pass: ACCOUNT.password,
    }),
  ]);
}

const options = (named: Record<string, string>) =>
  Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);

async function passwords(home: string): Promise<string> {
  const file = join(home, "passwords");
  const digest = createHash("sha1").update(ACCOUNT.password).digest("base64");
  await writeFile(file, `${ACCOUNT.name}:{SHA}${digest}\n`);
  return file;
}

async function apache({ folder, home, port }: Parameters<Start>[0]): Promise<ChildProcess> {
  const modules =
    "mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs dav_lock".split(" ");
  const locks = join(home, "locks");
  await mkdir(locks);
  if (process.getuid?.() === 0) await chown(locks, 33, 33);
  const settings = `
    ServerRoot ${home}
    ServerName 127.0.0.1
    Listen 127.0.0.1:${port}
    PidFile ${home}/pid
    ErrorLog ${home}/error.log
    ${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n    ")}
    ${process.getuid?.() === 0 ? "User www-data\n    Group www-data" : ""}
    DocumentRoot ${folder}
    DavLockDB ${locks}/lock
    <Directory ${folder}>
      Dav On
      AuthType Basic
      AuthName files
      AuthUserFile ${await passwords(home)}
      Require valid-user
    </Directory>`;
  await writeFile(join(home, "apache.conf"), settings);
  return started("apache2", ["-f", join(home, "apache.conf"), "-DFOREGROUND"]);
}

async function nginx({ folder, home, port }: Parameters<Start>[0]): Promise<ChildProcess> {
  const unpacked = process.env.SAYSO_NGINX ?? "";
  const settings = `
    load_module ${unpacked}/usr/lib/nginx/modules/ngx_http_dav_ext_module.so;
    daemon off;
    master_process off;
    pid ${home}/pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      client_body_temp_path ${home}/bodies;
      proxy_temp_path ${home}/proxied;
      fastcgi_temp_path ${home}/fastcgi;
      uwsgi_temp_path ${home}/uwsgi;
      scgi_temp_path ${home}/scgi;
      client_max_body_size 0;
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        auth_basic files;
        auth_basic_user_file ${await passwords(home)};
        location / {
          dav_methods PUT DELETE MKCOL COPY MOVE;
          dav_ext_methods PROPFIND OPTIONS;
          dav_access user:rw;
        }
      }
    }`;
  await writeFile(join(home, "nginx.conf"), settings);
  return started(join(unpacked, "usr/sbin/nginx"), [
    "-p",
    home,
    "-c",
    join(home, "nginx.conf"),
    "-e",
    "stderr",
  ]);
}
