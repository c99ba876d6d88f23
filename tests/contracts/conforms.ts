import type { PublicationContract } from '#platform/live/contract.ts'
import type { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import type { ContractTypes, NamedType, TypeShape } from './types.ts'

/**
 * Returns where a value differs from what its contract declares, such as `rows[3].avatar is not in the contract`; null: nowhere.
 * @param value as it was received, with dates decoded
 */
export function findMismatch(shape: TypeShape, value: unknown, named: ReadonlyMap<string, NamedType>, path = 'it'): string | null {
  const is = (fits: boolean): string | null => (fits ? null : `${path} is ${JSON.stringify(value)}, not ${shape.kind}`)
  switch (shape.kind) {
    case 'text':
      return is(typeof value === 'string')
    case 'number':
    case 'boolean':
      return is(typeof value === shape.kind)
    case 'date':
      return is(value instanceof Date)
    case 'null':
      return is(value === null)
    case 'anything':
    case 'standard':
      return null
    case 'literal':
      return value === shape.value ? null : `${path} is ${JSON.stringify(value)}, not ${JSON.stringify(shape.value)}`
    case 'named':
      return findMismatch(named.get(shape.name)!.shape, value, named, path)
    case 'list':
      return Array.isArray(value)
        ? (value.map((item, n) => findMismatch(shape.item, item, named, `${path}[${n}]`)).find(each => each !== null) ?? null)
        : is(false)
    case 'either': {
      const problems = shape.options.map(option => findMismatch(option, value, named, path))
      return problems.includes(null) ? null : problems.join(', and ')
    }
    case 'record':
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return is(false)
      const fields = Object.entries(value)
      if (shape.kind === 'record')
        return fields.map(([key, field]) => findMismatch(shape.value, field, named, `${path}.${key}`)).find(each => each !== null) ?? null
      const members = new Map(shape.members.map(member => [member.key, member]))
      const missing = shape.members.find(({ key, optional }) => !optional && !(key in value))
      if (missing !== undefined) return `${path}.${missing.key} is missing`
      for (const [key, field] of fields) {
        const member = members.get(key)
        const problem =
          member === undefined ? `${path}.${key} is not in the contract` : findMismatch(member.shape, field, named, `${path}.${key}`)
        if (problem !== null) return problem
      }
      return null
    }
  }
}

/** Subscribes, and returns where a document of the publication differs from what is declared; null: nowhere. @throws Error if it is refused */
export async function findOddDocument(
  client: DdpTestClient,
  { name, collections }: PublicationContract<unknown>,
  argument: unknown,
  { documents, named }: ContractTypes,
): Promise<string | null> {
  const subscription = await client.subscribe(name, argument)
  if (subscription.error !== null) throw new Error(`${name}: ${JSON.stringify(subscription.error)}`)
  const problems = collections.flatMap(collection => {
    const type = { kind: 'named', name: documents.get(collection)! } as const
    return [...client.documents(collection)].map(([id, document]) => findMismatch(type, document, named, `${collection} ${id}`))
  })
  await client.unsubscribe(subscription)
  return problems.find(problem => problem !== null) ?? null
}
