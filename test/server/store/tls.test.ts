import { chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import {
  createCluster,
  hasPostgres,
  type Cluster,
} from "../../resilience/cluster.ts";
import {
  hasOpenssl,
  makeCertificate,
  type Certificate,
} from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { onPostgres } from "../../support/store.ts";

// A real PostgreSQL with certificates that vouch for themselves, so that each is its own
// authority.
describe.runIf(onPostgres && hasPostgres && hasOpenssl)(
  "PostgreSQL over TLS",
  () => {
    const folder = temporaryFolder(afterAll);
    let right: Certificate;
    let other: Certificate;
    const fileOf = (name: string) => join(folder, name);
    let cluster: Cluster;
    let admin: pg.Client;

    /** Has the server show this certificate to new connections. */
    const show = async ({ key, cert }: Certificate) => {
      const { rows } = await admin.query<{ data: string }>(
        "select current_setting('data_directory') as data",
      );
      const { data = "" } = rows[0] ?? {};
      const { uid, gid } = statSync(data);
      for (const { name, text } of [
        { name: "server.key", text: key },
        { name: "server.crt", text: cert },
      ]) {
        writeFileSync(join(data, name), text, { mode: 0o600 });
        chownSync(join(data, name), uid, gid);
      }
      await admin.query("alter system set ssl = on");
      await admin.query("select pg_reload_conf()");
      // PostgreSQL reads the changed setting some time later.
      const openAndClose = async () => {
        const store = await openWith("sslmode=no-verify");
        await store.close();
        return "opened";
      };
      await expect.poll(() => openAndClose().catch(String)).toBe("opened");
    };
    /** Opens the address that a start reads. */
    const openWith = (parameters: string) => {
      const DATABASE_URL = `${cluster.url}?${parameters}`;
      const { databaseUrl = "" } = readSettings({ DATABASE_URL });
      return openPostgres(databaseUrl, { by: "operator" });
    };

    beforeAll(async () => {
      [right, other] = [
        makeCertificate("IP:127.0.0.1"),
        makeCertificate("DNS:db.example.com"),
      ];
      let remove = () => {};
      cluster = await createCluster((atEnd) => (remove = atEnd));
      writeFileSync(fileOf("right.pem"), right.cert);
      writeFileSync(fileOf("other.pem"), other.cert);
      admin = new pg.Client(cluster.url);
      await admin.connect();
      return () => admin.end().then(remove);
    });

    test("is used when the authority of its certificate is named, and otherwise refused with what to do", async () => {
      const withFile = (name: string) =>
        openWith(`sslmode=verify-full&sslrootcert=${fileOf(name)}`);
      await expect(withFile("right.pem")).rejects.toThrow(
        /cannot be used: The server does not support SSL connections\. Turn on ssl at that server, or /,
      );
      await show(right);
      await (await withFile("right.pem")).close();
      for (const settings of [
        `sslmode=verify-full&sslrootcert=${fileOf("other.pem")}`,
        "sslmode=verify-full",
      ]) {
        await expect(openWith(settings)).rejects.toThrow(
          /cannot be used: self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Set sslrootcert in DATABASE_URL /,
        );
      }
      await expect(withFile("nowhere.pem")).rejects.toThrow(
        /cannot be used: ENOENT[^\n]*nowhere\.pem/,
      );
    });

    test.each(["prefer", "require", "verify-ca", "verify-full"])(
      "whose certificate is for another host is refused with sslmode=%s",
      async (mode) => {
        await show(other);
        const parameters = `sslmode=${mode}&sslrootcert=${fileOf("other.pem")}`;
        await expect
          .poll(() => openWith(parameters).then(String, String))
          .toMatch(
            /\(ERR_TLS_CERT_ALTNAME_INVALID\)\. Use a host name of its certificate in DATABASE_URL\.$/,
          );
      },
    );
  },
);
