import { fileURLToPath } from 'node:url'
import { API, type Checker, type Symbol as Named, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** What an answer or a document consists of, as far as `docs/api.md` and the tests need it. */
export type TypeShape =
  | { kind: 'text' | 'number' | 'boolean' | 'date' | 'null' | 'anything' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'list'; item: TypeShape }
  | { kind: 'record'; value: TypeShape }
  | { kind: 'object'; members: readonly TypeMember[] }
  | { kind: 'either'; options: readonly TypeShape[] }
  | { kind: 'named'; name: string }
  /** a type of a web standard, such as `PublicKeyCredentialCreationOptionsJSON` */
  | { kind: 'standard'; name: string }

export interface TypeMember {
  key: string
  shape: TypeShape
  optional: boolean
  comment: string
}

export interface NamedType {
  shape: TypeShape
  comment: string
}

/** What the contracts say in TypeScript: types and comments, which are not there when they run. */
export interface ContractTypes {
  /** the comment of each method and publication, by the name that its module exports */
  comments: ReadonlyMap<string, string>
  /** the answer of each method, by the same name */
  answers: ReadonlyMap<string, TypeShape>
  /** by collection: the name of the type whose comment says that it is a document of it */
  documents: ReadonlyMap<string, string>
  /** every type that the others refer to by its name */
  named: ReadonlyMap<string, NamedType>
}

const PLAIN: Readonly<Record<string, TypeShape>> = {
  string: { kind: 'text' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  Date: { kind: 'date' },
  null: { kind: 'null' },
  unknown: { kind: 'anything' },
  any: { kind: 'anything' },
}

const DOCUMENT = /\bdocument of (?:the collection )?`(\w+)`/i
const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

class TypeReader {
  readonly named = new Map<string, NamedType>()
  readonly #checker: Checker

  constructor(checker: Checker) {
    this.#checker = checker
  }

  commentOf(symbol: Named): string {
    return oneLine(this.#checker.getDocumentationCommentOfSymbol(symbol))
  }

  /** Reads a type by its name; if it has none, the type itself. */
  read(type: Type): TypeShape {
    const plain = PLAIN[this.#checker.typeToString(type)]
    if (plain !== undefined) return plain
    const symbol = type.getAliasSymbol() ?? (type.isClassOrInterface() ? type.getSymbol() : undefined)
    const isGeneric = type.getAliasTypeArguments().length > 0
    if (symbol === undefined || isGeneric || this.#checker.isArrayType(type)) return this.#readInside(type)
    if (this.#isFromLibrary(symbol)) return { kind: 'standard', name: symbol.name }
    if (!this.named.has(symbol.name)) {
      // Types may refer to themselves.
      this.named.set(symbol.name, { shape: { kind: 'anything' }, comment: '' })
      this.named.set(symbol.name, { shape: this.#readInside(type), comment: this.commentOf(symbol) })
    }
    return { kind: 'named', name: symbol.name }
  }

  /** Reads an exported type, also a generic one, and returns its name. */
  readDeclared(symbol: Named): string {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
    this.named.set(symbol.name, { shape: this.#readInside(type), comment: this.commentOf(symbol) })
    return symbol.name
  }

  readMember(symbol: Named): TypeShape {
    return this.#readUnion([this.#checker.getTypeOfSymbol(symbol)!])
  }

  #isFromLibrary({ declarations }: Named): boolean {
    return declarations.every(({ path }) => !path.includes('/src/'))
  }

  #readInside(type: Type): TypeShape {
    const checker = this.#checker
    if (type.isLiteralType()) return { kind: 'literal', value: type.value as string | number | boolean }
    if (type.isUnionType()) return this.#readUnion(type.getTypes())
    if (checker.isArrayType(type)) return { kind: 'list', item: this.read(checker.getTypeArguments(type as never)[0]!) }
    if (checker.isTupleType(type)) return { kind: 'list', item: this.#readUnion(checker.getTypeArguments(type as never)) }
    const [index] = checker.getIndexInfosOfType(type)
    const properties = checker.getPropertiesOfType(type)
    if (index !== undefined && properties.length === 0)
      return index.valueType.flags & TypeFlags.Never
        ? { kind: 'object', members: [] }
        : { kind: 'record', value: this.read(index.valueType) }
    if (!type.isObjectType() && !type.isIntersectionType()) {
      const constraint = checker.getBaseConstraintOfType(type)
      if (constraint === undefined || constraint.id === type.id)
        throw new Error(`tests/contracts/types.ts does not know what ${checker.typeToString(type)} is`)
      return this.read(constraint)
    }
    const members = properties.map(property => ({
      key: property.name,
      shape: this.readMember(property),
      optional: (property.flags & SymbolFlags.Optional) !== 0,
      comment: this.commentOf(property),
    }))
    return { kind: 'object', members }
  }

  /** Reads what a value may be, without `undefined`, which the wire does not have. */
  #readUnion(types: readonly Type[]): TypeShape {
    const flat = types.flatMap(type => (type.isUnionType() && type.getAliasSymbol() === undefined ? type.getTypes() : [type]))
    const options = flat.filter(type => (type.flags & TypeFlags.Undefined) === 0).map(type => this.read(type))
    const isBoolean = (shape: TypeShape): boolean => shape.kind === 'literal' && typeof shape.value === 'boolean'
    if (options.filter(isBoolean).length === 2) {
      const others = options.filter(shape => !isBoolean(shape))
      return others.length === 0 ? { kind: 'boolean' } : { kind: 'either', options: [{ kind: 'boolean' }, ...others] }
    }
    // The compiler has null first.
    const sorted = [...options.filter(({ kind }) => kind !== 'null'), ...options.filter(({ kind }) => kind === 'null')]
    return sorted.length === 1 ? sorted[0]! : { kind: 'either', options: sorted }
  }
}

/** Reads the types and comments of all contracts from their source, which takes a second or two. */
export function readContractTypes(): ContractTypes {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}tests/contracts/tsconfig.json`] }).getProjects()
    const { checker, program, rootFiles } = project!
    const reader = new TypeReader(checker)
    const types = { comments: new Map<string, string>(), answers: new Map<string, TypeShape>(), documents: new Map<string, string>() }
    const exported = rootFiles.flatMap(file => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)
      return module === undefined ? [] : checker.getExportsOfModule(module)
    })
    for (const symbol of exported) {
      const comment = reader.commentOf(symbol)
      if (symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) {
        const collection = DOCUMENT.exec(comment)?.[1]
        if (collection !== undefined) types.documents.set(collection, reader.readDeclared(symbol))
      } else if (symbol.flags & SymbolFlags.Variable) {
        types.comments.set(symbol.name, comment)
        const answer = checker.getPropertyOfType(checker.getTypeOfSymbol(symbol)!, 'answer')
        if (answer !== undefined) types.answers.set(symbol.name, reader.readMember(answer))
      }
    }
    return { ...types, named: reader.named }
  } finally {
    api.close()
  }
}
