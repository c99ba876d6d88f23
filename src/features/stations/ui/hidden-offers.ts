/* The games that the user of this device has said are not theirs. */

const KEY = 'skillshot.not-my-games'
/** The most that are kept; the oldest go. */
const MAX_HIDDEN = 50

export function readHiddenOffers(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Hides a game, and returns all that are hidden. */
export function hideOffer(hidden: readonly string[], id: string): readonly string[] {
  const all = [...hidden, id].slice(-MAX_HIDDEN)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Without storage it is hidden as long as the page is open.
  }
  return all
}
