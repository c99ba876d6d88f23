/// <reference types="vite/types/importMeta.d.ts" />
import { useEffect, useState } from 'react'
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

/** Returns a format's part of the event form; null: it is being fetched; 'failed': it could not be fetched. */
export function useFormatForm(kind: string): FormatForm | null | 'failed' {
  const [failed, setFailed] = useState<string | null>(null)
  const [, setArrived] = useState<string | null>(null)
  useEffect(() => {
    if (loaded.has(kind)) return
    fetchFormatForm(kind).then(
      () => setArrived(kind),
      () => setFailed(kind),
    )
  }, [kind])
  return loaded.get(kind) ?? (failed === kind ? 'failed' : null)
}
