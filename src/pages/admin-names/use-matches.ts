import { useEffect, useState } from 'react'
import { type BlockedNameMatch, namesMatches } from '#admin/contract.ts'
import { useMethod } from '#platform/live/hooks.ts'

/** Finds the users who have a blocked name, by the id of the entry. Asks again when the list changes. @param list the ids of its entries */
export function useMatches(list: string): ReadonlyMap<string, BlockedNameMatch> {
  const findMatches = useMethod(namesMatches)
  const [matches, setMatches] = useState<ReadonlyMap<string, BlockedNameMatch>>(new Map())
  useEffect(() => {
    if (list === '') return
    let isCurrent = true
    findMatches({}).then(
      found => isCurrent && setMatches(new Map(found.map(match => [match.blockedId, match]))),
      // The lists are of use without the numbers.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [findMatches, list])
  return matches
}
