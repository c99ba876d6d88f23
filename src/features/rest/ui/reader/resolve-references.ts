/** Returns the part of a document that lies under these keys, or undefined. */
const partOf = (document: object, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

/** The keys of a JSON pointer (RFC 6901) in a reference, such as `#/components/schemas/Problem`. */
const keysOf = (reference: string): string[] =>
  reference
    .slice(2)
    .split('/')
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))

function resolve(value: unknown, document: object, within: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => resolve(each, document, within))
  const reference = (value as { $ref?: unknown }).$ref
  if (typeof reference !== 'string')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, document, within)]))
  if (within.includes(reference)) return value
  const target = resolve(partOf(document, keysOf(reference)), document, [...within, reference])
  return { ...(target as object), $$ref: reference }
}

/**
 * Returns the part of a document that lies under these keys, with each reference replaced by what it points at, which keeps the pointer as
 * `$$ref`: by that Swagger UI knows what is resolved. A reference to something that it is itself a part of stays. Swagger UI's own way reads the
 * whole document first, because references may point at other documents, and takes seconds for ours, whose references don't.
 */
export const resolveReferences = (document: object, keys: readonly string[]): unknown => resolve(partOf(document, keys), document, [])
