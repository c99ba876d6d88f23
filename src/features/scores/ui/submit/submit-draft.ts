import { v7 } from 'uuid'
import { DeviceStore } from '#platform/ui/device-store.ts'
import type { SubmitFieldValues } from './submit-fields.ts'

/**
 * What was typed into the score form and not submitted. It belongs to the tab: it is there again after signing in, creating an account or
 * loading the page anew, also where that led through another site.
 */
export interface SubmitDraft {
  id: string
  /** ms since 1970 */
  at: number
  /** id of the user who typed it; null: nobody was signed in, so it goes on with whoever signs in */
  userId: string | null
  /** id of the machine that the form was for */
  machineId: string | null
  /** the address of the QR code that the form was opened with; null, or left out in older drafts: none */
  scanned?: string | null
  /** the picture is not part of it; true: there is one */
  hasPicture: boolean
  typed: Partial<Omit<SubmitFieldValues, 'picture'>>
}

const STORAGE_KEY = 'skillshot score draft'
const MAX_AGE = 24 * 3_600_000

/** Pictures of drafts by the draft's id. */
const pictures = new DeviceStore<{ at: number; file: File }>('skillshot-drafts')

/** @param now ms since 1970. @returns the draft of this tab; null: there is none that the user may see */
export function readDraft(storage: Storage, userId: string | null, now: number): SubmitDraft | null {
  try {
    const draft = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as SubmitDraft | null
    return draft !== null && now - draft.at < MAX_AGE && (draft.userId === null || draft.userId === userId) ? draft : null
  } catch {
    return null
  }
}

/** What the address of a form opens it for. `scanned`: the address of a QR code, whose machine is not known at once */
export interface DraftAddress {
  machineId: string | null
  scanned: string | null
}

/** True if a form that its address opens for a machine goes on with the draft. */
export const fitsAddress = (draft: SubmitDraft, { machineId, scanned }: DraftAddress): boolean =>
  scanned !== null ? scanned === draft.scanned : machineId === null || machineId === draft.machineId

/** @param before the draft that it replaces; its picture stays unless the new one has another */
export function writeDraft(
  storage: Storage,
  before: SubmitDraft | null,
  { picture, ...typed }: Partial<SubmitFieldValues>,
  more: Pick<SubmitDraft, 'at' | 'userId' | 'machineId' | 'scanned'>,
): SubmitDraft {
  const draft: SubmitDraft = { id: before?.id ?? v7(), ...more, hasPicture: picture != null, typed }
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing loses the draft with the page.
  }
  return draft
}

export function removeDraft(storage: Storage, draft: SubmitDraft | null): void {
  try {
    storage.removeItem(STORAGE_KEY)
  } catch {
    // Then there is none.
  }
  if (draft?.hasPicture) void pictures.delete(draft.id).catch(() => {})
}

/** @returns the picture of a draft; null: it is no longer there */
export async function readDraftPicture({ id }: SubmitDraft): Promise<File | null> {
  return (await pictures.get(id).catch(() => undefined))?.file ?? null
}

/** Keeps the picture of a draft, and forgets those of tabs that were closed long ago. */
export async function writeDraftPicture({ id, at }: SubmitDraft, file: File): Promise<void> {
  try {
    await pictures.put(id, { at, file })
    await pictures.deleteWhere(each => at - each.at > MAX_AGE)
  } catch {
    // A device without room keeps the text of the draft.
  }
}
