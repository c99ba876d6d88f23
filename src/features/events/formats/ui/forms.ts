/// <reference types="vite/types/importMeta.d.ts" />
import { useCallback, useEffect, useState } from 'react'
import type { FormatForm } from './format-form.ts'

/** The form parts of the formats, by the paths of their modules. */
const modules = import.meta.glob('../*/ui/form.tsx') as Record<string, () => Promise<{ form: FormatForm }>>

const loaded = new Map<string, FormatForm>()

/** Fetches a format's part of the event form. */
export async function fetchFormatForm(kind: string): Promise<FormatForm> {
  const { form } = await modules[`../${kind}/ui/form.tsx`]!()
  loaded.set(kind, form)
  return form
}

export interface FetchedFormatForm {
  /** null: it is not there (yet) */
  form: FormatForm | null
  /** true: it could not be fetched */
  failed: boolean
  retry(): void
}

/** Fetches a format's part of the event form. */
export function useFormatForm(kind: string): FetchedFormatForm {
  const [failedKind, setFailedKind] = useState<string | null>(null)
  const [, setLoadedKind] = useState<string | null>(null)
  const fetchPart = useCallback((): void => {
    setFailedKind(null)
    fetchFormatForm(kind).then(
      () => setLoadedKind(kind),
      () => setFailedKind(kind),
    )
  }, [kind])
  useEffect(() => {
    if (!loaded.has(kind)) fetchPart()
  }, [kind, fetchPart])
  return { form: loaded.get(kind) ?? null, failed: failedKind === kind, retry: fetchPart }
}
