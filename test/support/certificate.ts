import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** True when certificates can be made here. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** The certificate of a server and its key, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/**
 * Makes a certificate that signs itself, and is valid for a day.
 * @param name the address of its server, e.g. `IP:127.0.0.1`
 */
export function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "contacts-tls-"));
  const key = join(folder, "key.pem");
  const cert = join(folder, "cert.pem");
  const curve = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
  ];
  const subject = [
    "-subj",
    "/CN=receiver",
    "-addext",
    `subjectAltName=${name}`,
    "-days",
    "1",
  ];
  execFileSync(
    "openssl",
    ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", cert],
    {
      stdio: "ignore",
    },
  );
  const certificate = {
    key: readFileSync(key, "utf8"),
    cert: readFileSync(cert, "utf8"),
  };
  rmSync(folder, { recursive: true });
  return certificate;
}
