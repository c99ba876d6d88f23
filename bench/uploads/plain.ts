import { createServer } from 'node:http'
import busboy from '@fastify/busboy'
import sharp from 'sharp'

/** A naive upload server: it keeps each picture in memory, decodes it at once, and responds when its sizes have been made. */
const pictures: Buffer[][] = []

const server = createServer((request, response) => {
  const form = busboy({ headers: request.headers as { 'content-type': string } })
  const chunks: Buffer[] = []
  form.on('file', (_name, file) => file.on('data', chunk => chunks.push(chunk)))
  form.on('finish', () => {
    const bytes = Buffer.concat(chunks)
    const sizes = [2048, 640, 160].map(width =>
      sharp(bytes).rotate().resize({ width, withoutEnlargement: true }).jpeg({ mozjpeg: true }).toBuffer(),
    )
    Promise.all(sizes).then(
      made => {
        pictures.push(made)
        response.writeHead(204).end()
      },
      () => response.writeHead(400).end(),
    )
  })
  request.pipe(form)
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`))
process.on('SIGTERM', () => process.exit())
