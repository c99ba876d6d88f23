import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useSource } from '#platform/live/hooks.ts'
import type { UploadKind } from '../rules.ts'
import { StorageError, storageErrorText } from './storage-error.ts'
import { Upload, type UploadStatus } from './upload.ts'

const rejectOffline = () => Promise.reject(new DdpError('offline', m.ui_problem_offline()))

/** Uploads files, one at a time. A running upload is aborted when the component unmounts. */
export function useUpload(kind: UploadKind): { status: UploadStatus; progress: number; send: Upload['send']; abort(): void } {
  const { call } = useSource()
  const upload = useMemo(() => new Upload({ kind, call: call ?? rejectOffline }), [kind, call])
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

/** The sentence that tells the user why a picture was not sent; null if the user aborted it. */
export function uploadErrorMessage(error: unknown): string | null {
  if (error instanceof DdpError && error.error === 'Aborted') return null
  return error instanceof StorageError ? storageErrorText(error) : errorMessage(error)
}
