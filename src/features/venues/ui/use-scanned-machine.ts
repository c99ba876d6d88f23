import { useEffect, useState } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import type { useSubscription } from '#platform/live/hooks.ts'
import { readMachineCode } from '../rules/machine-code.ts'
import { type KeptVenue, readKeptVenue } from './kept-venues.ts'
import { useKeepVenue } from './use-kept-venue.ts'
import { useVenue } from './use-venue.ts'
import type { ScannedCode } from './venue-path.ts'

/** What a QR code stands for. `venue`, `machine`: null: it is not known, or not known yet */
export interface ScannedMachine {
  live: ReturnType<typeof useSubscription>
  venue: { venueId: string; name: string; isPublic: boolean } | null
  machine: { machineId: string; name: string } | null
}

/** Finds the machine of a QR code: on the server, and without a connection among the venues that this device keeps. @param scanned null: none */
export function useScannedMachine(scanned: ScannedCode | null): ScannedMachine {
  const slug = scanned?.slug ?? null
  const { session } = useSession()
  const userId = session?.expected ?? null
  const { live, venue, machines } = useVenue(slug)
  useKeepVenue(slug, live, venue, machines)
  const [kept, setKept] = useState<KeptVenue | null>(null)
  useEffect(() => {
    if (slug === null) return
    let isCurrent = true
    void readKeptVenue(slug, userId).then(found => isCurrent && setKept(found))
    return () => {
      isCurrent = false
    }
  }, [slug, userId])
  if (scanned === null || live.state === 'failed') return { live, venue: null, machine: null }
  const code = readMachineCode(scanned.code)
  const isMeant = (each: { code: string }): boolean => each.code === code
  if (venue !== undefined) {
    const { _id: venueId, name, groupId } = venue
    return { live, venue: { venueId, name, isPublic: groupId === undefined }, machine: machines.find(isMeant) ?? null }
  }
  if (kept?.slug !== slug || kept === null) return { live, venue: null, machine: null }
  const { venueId, name } = kept
  return { live, venue: { venueId, name, isPublic: kept.userId === null }, machine: kept.machines.find(isMeant) ?? null }
}
