// Validates the contract and resolves its references, as many tools in JavaScript do first.
import SwaggerParser from "@apidevtools/swagger-parser";

await SwaggerParser.validate(process.argv[2]);
