import ts from "typescript";

/**
 * Reduces a program to its code, for a checksum. The code does not change with formatting, comments
 * or the paths of imports.
 */
export function codeOf(program: string): string {
  const file = ts.createSourceFile(
    "program.ts",
    program,
    ts.ScriptTarget.Latest,
    true,
  );
  return JSON.stringify(codeOfNode(file, file));
}

type Code = string | Code[];

/** Returns a token as text, and a node as the list of its parts. */
function codeOfNode(node: ts.Node, file: ts.SourceFile): Code {
  if (isImportPath(node)) return "";
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  const parts = node.getChildren(file);
  if (parts.length === 0) return node.getText(file);
  const codes = parts
    .filter((part, index) => !isFormatting(part, index, parts))
    .map((part) => codeOfNode(part, file));
  const [only] = codes;
  return only !== undefined && codes.length === 1 ? only : codes;
}

function isImportPath(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) &&
    (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent))
  );
}

/**
 * Returns true for a token that a formatter adds or removes: semicolons, a list's last comma,
 * parentheses, a union's first bar.
 */
function isFormatting(
  token: ts.Node,
  index: number,
  siblings: readonly ts.Node[],
): boolean {
  switch (token.kind) {
    case ts.SyntaxKind.SemicolonToken:
      return true;
    case ts.SyntaxKind.CommaToken:
      return index === siblings.length - 1;
    case ts.SyntaxKind.BarToken:
    case ts.SyntaxKind.AmpersandToken:
      return index === 0;
    case ts.SyntaxKind.OpenParenToken:
    case ts.SyntaxKind.CloseParenToken:
      return (
        ts.isParenthesizedExpression(token.parent) ||
        ts.isParenthesizedTypeNode(token.parent) ||
        ts.isArrowFunction(token.parent)
      );
    default:
      return false;
  }
}
