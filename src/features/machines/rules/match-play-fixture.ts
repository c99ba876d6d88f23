type Fields = Record<string, unknown>

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function withCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCamelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), withCamelCase(inner)]))
}

/** Tests: the data of an OPDB export in the shape of the file that Match Play publishes. */
export function toMatchPlayFile(records: readonly Fields[]): Fields {
  const groups = new Set(records.map(({ opdb_id: id }) => String(id).split('-')[0]!))
  return {
    machineGroups: [...groups].map(opdbId => ({ opdbId, isMachineGroup: true, name: 'A group', shortname: null })),
    machines: records.filter(({ is_machine: isMachine }) => isMachine).map(withCamelCase),
    aliases: records.filter(({ is_alias: isAlias }) => isAlias).map(withCamelCase),
  }
}
