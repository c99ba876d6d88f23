import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import {
  type DraftAddress,
  fitsAddress,
  readDraft,
  readDraftPicture,
  removeDraft,
  type SubmitDraft,
  writeDraft,
  writeDraftPicture,
} from './submit-draft.ts'
import type { SubmitFieldValues } from './submit-fields.ts'

export interface DraftOptions {
  typed: Partial<SubmitFieldValues>
  /** id of the machine that the form is for */
  machineId: string | null
  address: DraftAddress
  /** true while the form shows a new score that is not submitted; other scores are kept in the queue */
  isNew: boolean
  /** Puts what was typed earlier into the form. */
  onRestore: (typed: Partial<SubmitFieldValues>) => void
}

/** Keeps what is typed into the form for a new score until it is submitted, and puts it back when the page is shown again in this tab. */
export function useSubmitDraft({ typed, machineId, address, isNew, onRestore }: DraftOptions): void {
  const { session } = useSession()
  const { scanned } = address
  const userId = session?.expected ?? null
  const draft = useRef<SubmitDraft | null>(null)
  const picture = useRef<File | null>(null)
  /** the values that are in the draft already */
  const kept = useRef(typed)
  const restore = useRef(() => {
    const found = readDraft(window.sessionStorage, userId, Date.now())
    if (found === null || !fitsAddress(found, address)) return
    draft.current = found
    onRestore(found.typed)
    if (!found.hasPicture) return
    void readDraftPicture(found).then(file => {
      if (file === null || draft.current?.id !== found.id) return
      picture.current = file
      onRestore({ picture: file })
    })
  })
  useLayoutEffect(() => restore.current(), [])
  useEffect(() => {
    if (!isNew) {
      removeDraft(window.sessionStorage, draft.current)
      draft.current = null
      picture.current = null
      return
    }
    if (typed === kept.current) return
    kept.current = typed
    if (Object.keys(typed).length === 0) {
      removeDraft(window.sessionStorage, draft.current)
      draft.current = null
      return
    }
    draft.current = writeDraft(window.sessionStorage, draft.current, typed, { at: Date.now(), userId, machineId, scanned })
    const file = typed.picture ?? null
    if (file !== null && file !== picture.current) void writeDraftPicture(draft.current, file)
    picture.current = file
  }, [typed, isNew, machineId, scanned, userId])
}
