import { filterByName } from '../queue/filter-recent.ts'

interface Proposed {
  id: string
  name: string
  detail?: string | undefined
}

/**
 * Returns the machines to propose, each once: those of the venue first, of them the ones that were last picked on this device, then in the
 * venue's order; after them the others that were picked.
 * @param standing the machines of the venue, in its order
 * @param recent the machines that were picked on this device, the last one first
 * @param typed only those that the text finds
 */
export function proposeMachines(standing: readonly Proposed[], recent: readonly Proposed[], typed: string): Proposed[] {
  const here = new Set(standing.map(({ id }) => id))
  const proposed = new Map<string, Proposed>()
  for (const each of [...recent.filter(({ id }) => here.has(id)), ...standing, ...recent])
    if (!proposed.has(each.id)) proposed.set(each.id, each)
  return filterByName([...proposed.values()], typed)
}
