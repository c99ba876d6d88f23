import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Makes a zip while it is read, with one file in memory at a time. Pictures are compressed already, so they are stored as they are. */
export function zipStream(files: AsyncIterator<[name: string, bytes: Uint8Array]>): ReadableStream<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (chunks.length === 0) {
        const next = await files.next()
        if (next.done) {
          zip.end()
          for (const chunk of chunks) controller.enqueue(chunk)
          return controller.close()
        }
        const [name, bytes] = next.value
        const file = name.endsWith('.jpg') ? new ZipPassThrough(name) : new ZipDeflate(name)
        zip.add(file)
        file.push(bytes, true)
      }
      controller.enqueue(chunks.shift()!)
    },
    async cancel() {
      zip.terminate()
      await files.return?.()
    },
  })
}
