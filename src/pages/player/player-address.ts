/** How many of the player's latest scores the page shows. */
export const LATEST = 10

/** The address of a player's page. @param machineId whose progress is shown; null: the machine with the most scores. @param all shows all bests */
export function playerHref(username: string, { machineId, all }: { machineId: string | null; all: boolean }): string {
  const query = new URLSearchParams({ ...(machineId === null ? {} : { machine: machineId }), ...(all ? { bests: 'all' } : {}) }).toString()
  return `/players/${encodeURIComponent(username)}${query === '' ? '' : `?${query}`}`
}

export const showsAllBests = ({ bests }: Readonly<Record<string, string>>): boolean => bests === 'all'
