/** Lets the user save a text as a file. @param type media type */
export function download({ filename, type, body }: { filename: string; type: string; body: string }): void {
  const url = URL.createObjectURL(new Blob([body], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
