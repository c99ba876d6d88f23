import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallExpression, Node, StringLiteral, TaggedTemplateExpression, TemplateLiteral, TypeNode } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** One column of a row type, as it is written in the source. */
export interface ColumnType {
  /** the kinds of value that the type admits, without null */
  kinds: ColumnKind[]
  nullable: boolean
}

export type ColumnKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'string[]' | 'number[]' | 'json' | 'untyped'

/** A statement of the source: a template `sql<Type>`, or the text in a call `query<Type>(…)` of the driver. */
export interface SourceStatement {
  /** `src/…/store.ts:12` */
  where: string
  /** true if it is a whole statement, which is executed where it is written; false: a part of others */
  executed: boolean
  /** the text before and between the values */
  texts: string[]
  /** for each value: true if it is SQL, false if it is sent as a parameter */
  isSql: boolean[]
  /** the columns of the rows, by name; null: the type is no row (a fragment of one value, or nothing) */
  row: Map<string, ColumnType> | null
  /** the type as it is written; null: the template has none */
  type: string | null
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Collects the `sql` templates and typed queries of all server code but tests. @param project a tsconfig.json */
export function collectSourceStatements(project = join(root, 'tsconfig.server.json')): SourceStatement[] {
  const api = new API({ cwd: root })
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [project] }).getProjects()[0]!
    const files = program.getSourceFileNames().filter(name => !/\/(node_modules|fixtures)\//.test(name) && name.endsWith('.ts'))
    return files.flatMap(name => {
      const file = program.getSourceFile(name)!
      if (!/sql|query</.test(file.text)) return []
      const where = (node: Node): string => `${name.slice(root.length)}:${file.text.slice(0, node.getStart()).split('\n').length}`
      return [
        ...templatesIn(file).map(template => describe(checker, template, where(template))),
        ...queriesIn(file).map(query => describeQuery(checker, query, where(query.call))),
      ]
    })
  } finally {
    api.close()
  }
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = []
  const visit = (each: Node): void => {
    if (isTaggedTemplateExpression(each) && isIdentifier(each.tag) && each.tag.text === 'sql') found.push(each)
    each.forEachChild(visit)
  }
  visit(node)
  return found
}

/** A call of the driver's `query` with a row type. `text`: what it sends, as it is written in the call */
interface TypedQuery {
  call: CallExpression
  type: TypeNode
  text: StringLiteral | TemplateLiteral
}

function queriesIn(node: Node): TypedQuery[] {
  const found: TypedQuery[] = []
  const visit = (each: Node): void => {
    if (isCallExpression(each) && isPropertyAccessExpression(each.expression) && each.expression.name.getText() === 'query') {
      const type = each.typeArguments?.[0]
      const text = each.arguments[0]
      const isWritten = text !== undefined && (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text) || isTemplateExpression(text))
      if (type !== undefined && isWritten) found.push({ call: each, type, text })
    }
    each.forEachChild(visit)
  }
  visit(node)
  return found
}

function describeQuery(checker: Checker, { type, text }: TypedQuery, where: string): SourceStatement {
  const { texts, values } = isStringLiteral(text) ? { texts: [text.text], values: [] } : getParts(text)
  const row = getRow(checker, checker.getTypeFromTypeNode(type)!)
  // The values in such a text are put into it before it is sent.
  return { where, executed: true, texts, isSql: values.map(() => true), row, type: type.getText() }
}

function describe(checker: Checker, node: TaggedTemplateExpression, where: string): SourceStatement {
  const { template, typeArguments, parent } = node
  const { texts, values } = getParts(template)
  const argument = typeArguments?.[0]
  const type = argument === undefined ? null : checker.getTypeFromTypeNode(argument)!
  return {
    where,
    executed: isPropertyAccessExpression(parent) && parent.name.getText() === 'execute',
    texts,
    isSql: values.map(value => isSqlType(checker, checker.getTypeAtLocation(value)!)),
    row: type === null ? null : getRow(checker, type),
    type: argument === undefined ? null : argument.getText(),
  }
}

function getParts(template: TemplateLiteral): { texts: string[]; values: Node[] } {
  if (isNoSubstitutionTemplateLiteral(template)) return { texts: [template.text], values: [] }
  const spans = [...template.templateSpans]
  return { texts: [template.head.text, ...spans.map(span => span.literal.text)], values: spans.map(span => span.expression) }
}

const constituents = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? []) : [type])

/** A value is SQL if all its constituents can be compiled to SQL. */
const isSqlType = (checker: Checker, type: Type): boolean =>
  constituents(type).every(each => checker.getPropertyOfType(each, 'toOperationNode') !== undefined)

function getRow(checker: Checker, type: Type): Map<string, ColumnType> | null {
  if (constituents(type).some(each => !isObject(each) || checker.isArrayLikeType(each))) return null
  const row = new Map<string, ColumnType>()
  for (const property of checker.getPropertiesOfType(type)) {
    // A property that may be missing is no column: a column is there, or NULL.
    const optional = (property.flags & SymbolFlags.Optional) !== 0
    row.set(property.name, optional ? { kinds: ['untyped'], nullable: false } : toColumnType(checker, checker.getTypeOfSymbol(property)!))
  }
  return row
}

const isObject = (type: Type): boolean => type.isObjectType() || type.isIntersectionType()

function toColumnType(checker: Checker, type: Type): ColumnType {
  const all = constituents(type)
  const values = all.filter(each => (each.flags & TypeFlags.Null) === 0)
  return { kinds: [...new Set(values.map(each => toColumnKind(checker, each)))].sort(), nullable: values.length < all.length }
}

function toColumnKind(checker: Checker, type: Type): ColumnKind {
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (!isObject(type)) return 'untyped'
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return name
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type)
    if (element === undefined) return 'json'
    // A list of constants has a union as its element.
    const areAll = (flag: TypeFlags): boolean => constituents(element).every(({ flags }) => (flags & flag) !== 0)
    return areAll(TypeFlags.StringLike) ? 'string[]' : areAll(TypeFlags.NumberLike) ? 'number[]' : 'json'
  }
  return 'json'
}
