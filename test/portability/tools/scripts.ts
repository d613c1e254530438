import { Unavailable, command } from "../command.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool, Trial } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

const php = openapiGenerator("php");
const ruby = openapiGenerator("ruby");

/** Clients in languages whose libraries come with the system: no registry that we use has them. */
export const scriptTools: Tool[] = [
  {
    name: "openapi-generator php",
    needs: ["java", "mvn", "php"],
    install: () =>
      Promise.all([
        php.install(),
        library(
          "php",
          ["-r", "require 'GuzzleHttp/autoload.php'; mb_strlen(''); curl_init();"],
          "php-guzzlehttp-guzzle",
        ),
      ]),
    generate: php.generate,
    compile: ({ folder }) => {
      copyProgram("php", folder);
      return command("sh", ["-c", "find client/lib -name '*.php' -print0 | xargs -0 -n 1 php -l"], {
        cwd: folder,
      });
    },
    run: (trial) => ask(trial, "php", ["openapi-generator.php"]),
  },
  {
    name: "openapi-generator ruby",
    needs: ["java", "mvn", "ruby"],
    install: () => Promise.all([ruby.install(), library("ruby", ["-rtyphoeus", "-e", ""], "ruby-typhoeus")]),
    generate: ruby.generate,
    compile: ({ folder }: Trial) => {
      copyProgram("ruby", folder);
      return command("sh", ["-c", "find client/lib -name '*.rb' -print0 | xargs -0 -n 1 ruby -c"], {
        cwd: folder,
      });
    },
    run: (trial) => ask(trial, "ruby", ["-Iclient/lib", "openapi_generator.rb"]),
  },
];

/** @throws Unavailable when the system lacks a library, by the name of its Debian package */
const library = (program: string, look: string[], name: string) =>
  command(program, look).catch(() => {
    throw new Unavailable(`no ${name}`);
  });
