import { useEffect, useMemo, useSyncExternalStore } from 'react'
import * as m from '#messages'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { errorMessage, useSource } from '../../../../platform/live/hooks.ts'
import type { UploadKind } from '../../rules.ts'
import { Upload, type UploadStatus } from './upload.ts'

const NEVER = () => Promise.reject(new DdpError('offline', m.ui_problem_offline()))

/** One file after the other on its way; what is under way is stopped when the component goes. */
export function useUpload(kind: UploadKind): { status: UploadStatus; progress: number; send: Upload['send']; abort(): void } {
  const { call } = useSource()
  const upload = useMemo(() => new Upload({ kind, call: call ?? NEVER }), [kind, call])
  useEffect(() => () => upload.abort(), [upload])
  const [listen, status, progress] = useMemo(
    () => [(listener: () => void) => upload.listen(listener), () => upload.status, () => upload.progress],
    [upload],
  )
  return {
    status: useSyncExternalStore(listen, status, status),
    progress: useSyncExternalStore(listen, progress, progress),
    send: (file, context) => upload.send(file, context),
    abort: () => upload.abort(),
  }
}

/** What kept a picture from being sent, for the one who sends it; null: the user did. */
export function sendingSentence(error: unknown): string | null {
  if (!(error instanceof DdpError)) return errorMessage(error)
  if (error.error === 'Aborted') return null
  if (error.reason?.startsWith('Failed to upload file')) return m.uploads_not_sent()
  return errorMessage(error)
}
