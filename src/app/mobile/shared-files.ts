import { Capacitor } from '@capacitor/core'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

/* Web views do not save files. A file that a page offers is written into the app's cache, and the user chooses where it goes. */

const FOLDER = 'shared'
const directory = Directory.Cache
/** Bytes that are handed to the device together, in base64. */
const CHUNK = 768 * 1024

/** Makes links of this server that offer a file share it. @param openInBrowser opens an address that this page may not read */
export function shareDownloads(server: string, openInBrowser: (address: string) => void): void {
  const onClick = (event: MouseEvent): void => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
    if (anchor === null || event.button !== 0 || !anchor.href.startsWith(`${server}/`)) return
    event.preventDefault()
    event.stopPropagation()
    if (anchor.ariaBusy === 'true') return
    anchor.ariaBusy = 'true'
    void shareFile(anchor.href, openInBrowser).finally(() => {
      anchor.ariaBusy = null
    })
  }
  document.addEventListener('click', onClick, { capture: true })
}

async function shareFile(address: string, openInBrowser: (address: string) => void): Promise<void> {
  await removeSharedFiles()
  let uri: string
  try {
    uri = await download(address)
  } catch {
    await removeSharedFiles()
    return openInBrowser(address)
  }
  try {
    await Share.share({ files: [uri] })
    // Android tells which app was chosen, but not when that app has read the file. There the file stays until the app starts again.
    if (Capacitor.getPlatform() === 'ios') await removeSharedFiles()
  } catch {
    // The user has closed the share sheet.
    await removeSharedFiles()
  }
}

/** @returns the `file:` address of the file */
async function download(address: string): Promise<string> {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-store' })
  if (!answer.ok || answer.body === null) throw new Error(`status ${answer.status}`)
  const [, name] = /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const path = `${FOLDER}/${name ?? 'skillshot.zip'}`
  await Filesystem.writeFile({ path, directory, data: '', recursive: true })
  for await (const bytes of chunks(answer.body)) await Filesystem.appendFile({ path, directory, data: toBase64(bytes) })
  return (await Filesystem.getUri({ path, directory })).uri
}

/** Joins what arrives to pieces of at least `CHUNK` bytes. */
async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let size = 0
  const join = (): Uint8Array => {
    const whole = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    return whole
  }
  const reader = body.getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value!)
    size += value!.length
    if (size >= CHUNK) yield join()
  }
  if (size > 0) yield join()
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(parts.join(''))
}

/** Deletes the files that were shared before. Called when the app starts, too. */
export const removeSharedFiles = (): Promise<void> => Filesystem.rmdir({ path: FOLDER, directory, recursive: true }).catch(() => {})
