import { expect, test } from "vitest";
import { copyRepository, tools } from "../copy.ts";

test("nothing is released while the generated files are of another contract", async () => {
  const copy = copyRepository([...tools, "test/consumers"]);
  copy.edit("openapi/openapi.yaml", /version: [\d.]+\n/, "version: 9.0.0\n");
  copy.edit("CHANGELOG.md", /\n## /, "\n## 9.0.0\n\nTexts.\n$&");

  const { code, stderr } = await copy.run("openapi/release/main.ts");

  expect(stderr).toMatch(
    /^Nothing was released, as generated\/ is not of this contract:\n/,
  );
  expect(code).toBe(1);
});
