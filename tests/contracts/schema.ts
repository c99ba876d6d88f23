import * as v from 'valibot'
import { id, timestamp, uuidV7 } from '#platform/live/schemas.ts'

/** The structure of a valibot schema in a contract, as far as the tests and `docs/api.md` need it. */
export type Shape =
  | { kind: 'id' | 'new id' | 'date' | 'boolean' }
  | {
      kind: 'text'
      min: number
      max: number | null
      lines: boolean
      patterns: readonly RegExp[]
      /** true: the text is checked by more than these patterns */
      more: boolean
    }
  | { kind: 'number'; min: number; max: number; decimals: number }
  | { kind: 'one of'; options: readonly (string | number)[] }
  /** `nullableItem`: null is accepted in the place of an item */
  | { kind: 'list'; item: Shape; nullableItem: boolean; min: number; max: number | null }
  | { kind: 'record'; key: Shape; value: Shape }
  | { kind: 'object'; members: readonly Member[] }
  | { kind: 'either'; options: readonly Shape[]; schemas: readonly v.GenericSchema[] }

export interface Member {
  key: string
  shape: Shape
  optional: boolean
  /** true: null is accepted too */
  nullable: boolean
}

type Node = v.GenericSchema & {
  type: string
  pipe?: readonly (v.GenericSchema & { kind: string; requirement?: unknown })[]
  wrapped?: Node
  entries?: Record<string, Node>
  options?: readonly unknown[]
  literal?: string | number
  item?: Node
  key?: Node
  value?: Node
}

const OPTIONAL = ['optional', 'exact_optional']

/** The checks of a pipe in order, including those of nested pipes. */
const actions = (node: Node): NonNullable<Node['pipe']> =>
  (node.pipe ?? []).flatMap(each => (each.kind === 'schema' ? actions(each as Node) : [each])) as NonNullable<Node['pipe']>

/** The requirement of the last check of a type. */
const requirement = (node: Node, type: string): number | null =>
  (actions(node).findLast(each => each.type === type)?.requirement as number | undefined) ?? null

/** @throws Error for a kind of schema that is not handled here yet */
export function parseShape(schema: v.GenericSchema): Shape {
  const node = schema as Node
  if (schema === id) return { kind: 'id' }
  if (schema === uuidV7) return { kind: 'new id' }
  if (schema === timestamp) return { kind: 'date' }
  const bounds =
    node.pipe === undefined ? {} : (v.getMetadata(schema as never) as { min?: number; max?: number; decimals?: number; lines?: boolean })
  switch (node.type) {
    // A check that comes before a schema.
    case 'custom':
      return parseShape(node.pipe!.find(({ kind, type }) => kind === 'schema' && type !== 'custom')!)
    case 'string':
      return {
        kind: 'text',
        min: bounds.min ?? requirement(node, 'min_length') ?? 0,
        max: bounds.max ?? requirement(node, 'max_length'),
        lines: bounds.lines ?? false,
        patterns: actions(node)
          .filter(({ type }) => type === 'regex')
          .map(({ requirement: pattern }) => pattern as RegExp),
        more: actions(node).some(({ type }, at, all) => type === 'check' && all.findIndex(each => each.type === 'metadata') < at),
      }
    case 'number':
      return {
        kind: 'number',
        min: bounds.min ?? Number.NEGATIVE_INFINITY,
        max: bounds.max ?? Number.POSITIVE_INFINITY,
        decimals: bounds.decimals ?? 0,
      }
    case 'date':
      return { kind: 'date' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'picklist':
      return { kind: 'one of', options: node.options as (string | number)[] }
    case 'literal':
      return { kind: 'one of', options: [node.literal!] }
    case 'array':
      return {
        kind: 'list',
        item: parseShape(node.item!.type === 'nullable' ? node.item!.wrapped! : node.item!),
        nullableItem: node.item!.type === 'nullable',
        min: requirement(node, 'min_length') ?? 0,
        max: requirement(node, 'max_length'),
      }
    case 'record':
      return { kind: 'record', key: parseShape(node.key!), value: parseShape(node.value!) }
    case 'strict_object':
      return { kind: 'object', members: parseMembers(schema) }
    case 'union':
    case 'variant':
      return { kind: 'either', options: (node.options as Node[]).map(parseShape), schemas: node.options as Node[] }
    default:
      throw new Error(`tests/contracts/schema.ts does not know what a "${node.type}" of valibot is`)
  }
}

/** The members of an argument, in order. */
export const parseMembers = (schema: v.GenericSchema): Member[] =>
  Object.entries((schema as Node).entries!).map(([key, entry]) => {
    let node = entry
    let [optional, nullable] = [false, false]
    for (; OPTIONAL.includes(node.type) || node.type === 'nullable'; node = node.wrapped!) {
      if (node.type === 'nullable') nullable = true
      else optional = true
    }
    return { key, shape: parseShape(node), optional, nullable }
  })
