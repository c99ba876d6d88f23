import { openDownload } from '#platform/ui/open-download.ts'

/** Lets the user save a text as a file. @param type media type */
export function download({ filename, type, body }: { filename: string; type: string; body: string }): void {
  const url = URL.createObjectURL(new Blob([body], { type }))
  openDownload(url, filename)
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
