import ts from "typescript";
import { changesOfSql, type Edit } from "./sql.ts";

/** A change of a program, which tests are to see. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** The function that it is in, by the number that `functionsOf` gives it; 0 outside of all. */
  inFunction: number;
}

const { SyntaxKind: Kind } = ts;

const operators = new Map<ts.SyntaxKind, string[]>([
  [Kind.EqualsEqualsEqualsToken, ["!=="]],
  [Kind.ExclamationEqualsEqualsToken, ["==="]],
  [Kind.LessThanToken, ["<=", ">="]],
  [Kind.LessThanEqualsToken, ["<", ">"]],
  [Kind.GreaterThanToken, [">=", "<="]],
  [Kind.GreaterThanEqualsToken, [">", "<"]],
  [Kind.AmpersandAmpersandToken, ["||"]],
  [Kind.BarBarToken, ["&&"]],
  [Kind.PlusToken, ["-"]],
  [Kind.MinusToken, ["+"]],
  [Kind.AsteriskToken, ["/"]],
  [Kind.SlashToken, ["*"]],
  [Kind.PercentToken, ["*"]],
  [Kind.PlusEqualsToken, ["-="]],
  [Kind.MinusEqualsToken, ["+="]],
]);

/** Methods and functions, each with the one that is called in its place. */
const opposites = opposite([
  ["every", "some"],
  ["min", "max"],
  ["floor", "ceil"],
  ["startsWith", "endsWith"],
  ["toLowerCase", "toUpperCase"],
  ["trimStart", "trimEnd"],
  // Kysely's.
  ["innerJoin", "leftJoin"],
  ["and", "or"],
  ["unionAll", "union"],
]);

/** Calls that give the same kind of value without their last method. */
const removable = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  // Kysely's.
  "where",
  "whereRef",
  "on",
  "onRef",
  "having",
  "orderBy",
  "limit",
  "forUpdate",
  "forNoKeyUpdate",
  "forKeyShare",
  "forShare",
  "skipLocked",
  "distinct",
  "distinctOn",
  "onConflict",
  "$if",
]);

/** Operators of SQL, as kysely takes them: `where("id", "=", id)`. */
const sqlOperators = new Map(
  Object.entries({
    "=": "<>",
    "<>": "=",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    in: "not in",
    "not in": "in",
    is: "is not",
    "is not": "is",
    "+": "-",
    "-": "+",
  }),
);

function opposite(pairs: [string, string][]): Map<string, string> {
  return new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}

/** All changes of a file, of its TypeScript and of its SQL. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = parse(file, text);
  const functions = functionsOf(source);
  const found: Mutant[] = [];
  const visit = (node: ts.Node, inFunction: number) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const within = functions.indexOf(node as Function) + 1 || inFunction;
    for (const edit of changesOf(node, source)) {
      const { line } = source.getLineAndCharacterOfPosition(edit.start);
      found.push({ file, line: line + 1, ...edit, inFunction: within });
    }
    node.forEachChild((child) => visit(child, within));
  };
  visit(source, 0);
  return found;
}

function changesOf(node: ts.Node, source: ts.SourceFile): Edit[] {
  const replace = (part: ts.Node, replacement: string): Edit => ({
    start: part.getStart(source),
    end: part.getEnd(),
    replacement,
  });
  if (ts.isBinaryExpression(node)) return changesOfOperator(node, source);
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return ["true", "false"].map((value) => replace(condition, value));
  }
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === Kind.ExclamationToken
  )
    return [replace(node, node.operand.getText(source))];
  if (node.kind === Kind.TrueKeyword) return [replace(node, "false")];
  if (node.kind === Kind.FalseKeyword) return [replace(node, "true")];
  if (ts.isNumericLiteral(node) && !isNameOfProperty(node))
    return [replace(node, `(${node.getText(source)} + 1)`)];
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node))
    return [replace(node, ";")];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 1)
    return node.elements.map((element) =>
      withoutElement(node.elements, element, source),
    );
  if (ts.isTaggedTemplateExpression(node))
    return changesOfTemplate(node, source);
  if (ts.isCallExpression(node)) return changesOfCall(node, source);
  return [];
}

const isNameOfProperty = (node: ts.NumericLiteral) =>
  ts.isPropertyAssignment(node.parent) && node.parent.name === node;

/** Another operator in its place; of `a ?? b` each side alone. */
function changesOfOperator(
  { left, right, operatorToken }: ts.BinaryExpression,
  source: ts.SourceFile,
): Edit[] {
  const start = operatorToken.getStart(source);
  const end = operatorToken.getEnd();
  if (operatorToken.kind === Kind.QuestionQuestionToken)
    return [
      { start: left.getEnd(), end: right.getEnd(), replacement: "" },
      {
        start: left.getStart(source),
        end: right.getStart(source),
        replacement: "",
      },
    ];
  const isText = [left, right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  );
  if (isText && operatorToken.kind === Kind.PlusToken) return [];
  const others = operators.get(operatorToken.kind) ?? [];
  return others.map((replacement) => ({ start, end, replacement }));
}

/** A list without one of its elements. */
function withoutElement<Element extends ts.Node>(
  elements: ts.NodeArray<Element>,
  element: Element,
  source: ts.SourceFile,
): Edit {
  const position = elements.indexOf(element);
  const next = elements[position + 1];
  const previous = elements[position - 1];
  const start =
    next || !previous ? element.getStart(source) : previous.getEnd();
  const end = next ? next.getStart(source) : element.getEnd();
  return { start, end, replacement: "" };
}

function changesOfCall(node: ts.CallExpression, source: ts.SourceFile): Edit[] {
  const edits: Edit[] = [];
  const { expression, arguments: values } = node;
  const operator = values[1];
  const last = values.at(-1);
  const other =
    operator && ts.isStringLiteral(operator) && values.length === 3
      ? sqlOperators.get(operator.text)
      : undefined;
  if (operator && other !== undefined)
    edits.push({
      start: operator.getStart(source),
      end: operator.getEnd(),
      replacement: JSON.stringify(other),
    });
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name
    : expression;
  const { text } = name as ts.Identifier;
  const opposed = ts.isIdentifier(name) ? opposites.get(text) : undefined;
  if (opposed !== undefined)
    edits.push({
      start: name.getStart(source),
      end: name.getEnd(),
      replacement: opposed,
    });
  // Conditions as kysely takes them: `and({ workspace_id, id })`.
  if (text === "and" && last && ts.isObjectLiteralExpression(last))
    for (const condition of last.properties)
      edits.push(withoutElement(last.properties, condition, source));
  if (!ts.isPropertyAccessExpression(expression)) return edits;
  if (removable.has(text))
    edits.push({
      start: expression.expression.getEnd(),
      end: node.getEnd(),
      replacement: "",
    });
  if (text === "orderBy" && last) {
    const isDescending = ts.isStringLiteral(last) && last.text === "desc";
    const start = isDescending ? last.getStart(source) : last.getEnd();
    const replacement = isDescending ? '"asc"' : ', "desc"';
    edits.push({ start, end: last.getEnd(), replacement });
  }
  return edits;
}

/** Changes of the SQL of sql`…`. */
function changesOfTemplate(
  { tag, template }: ts.TaggedTemplateExpression,
  source: ts.SourceFile,
): Edit[] {
  if (tag.getText(source) !== "sql") return [];
  const offset = template.getStart(source) + 1;
  const text = template.getText(source).slice(1, -1);
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const values = spans.map(({ expression, literal }) => ({
    start: expression.getFullStart() - "${".length - offset,
    end: literal.getStart(source) + 1 - offset,
  }));
  return changesOfSql(text, values).map(({ start, end, replacement }) => ({
    start: start + offset,
    end: end + offset,
    replacement,
  }));
}

type Function = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

/** The functions of a file that have a body, in their order. */
function functionsOf(source: ts.SourceFile): Function[] {
  const found: Function[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body)
      found.push(node as Function);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const parse = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/**
 * The same program, which also notes which of its functions run: `server/app.ts 3` at the first run
 * of the third one, in the file that the environment names, from each process.
 */
export function instrumented(file: string, text: string): string {
  const source = parse(file, text);
  const inserts = functionsOf(source).flatMap(({ body }, i) => {
    const call = `__note(${i + 1})`;
    if (ts.isBlock(body))
      return [{ at: body.getStart(source) + 1, text: `${call};` }];
    return [
      { at: body.getStart(source), text: `(${call},` },
      { at: body.getEnd(), text: ")" },
    ];
  });
  let result = text;
  for (const { at, text: inserted } of inserts.sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + inserted + result.slice(at);
  // A program with a hashbang keeps it first; a test that compiles the client does not check this.
  return `${result.replace(/^(#!.*\n)?/, "$1// @ts-nocheck\n")}
function __note(number) {
  const noted = (__note.noted ??= new Set());
  if (noted.has(number)) return;
  noted.add(number);
  try {
    const { appendFileSync } = process.getBuiltinModule("node:fs");
    appendFileSync(process.env.MUTATION_COVERAGE, ${JSON.stringify(file)} + " " + number + "\\n");
  } catch {} // a browser
}
__note(0);
`;
}
