import type { PostField } from '#platform/storage/signed-post.ts'

/** One part of a form. `head` replaces the default headers of the part. */
export interface FormPart {
  name: string
  value: string | Buffer
  fileName?: string
  head?: string
}

export interface Form {
  body: Buffer
  contentType: string
}

export const BOUNDARY = '----SkillshotFormBoundary7MA4YWxkTrZu0gW'

const head = ({ name, fileName, head }: FormPart): string => {
  if (head !== undefined) return head
  const disposition = `Content-Disposition: form-data; name="${name}"`
  return fileName === undefined ? disposition : `${disposition}; filename="${fileName}"\r\nContent-Type: image/jpeg`
}

export const filePart = (value: Buffer): FormPart => ({ name: 'file', value, fileName: 'score.jpg' })

/** A form as the mission's client sends it: the fields in the given order, then the file. */
export const clientForm = (postData: readonly PostField[], file: Buffer): Form => encodeForm([...postData, filePart(file)])

/** Encodes a form as a browser does. */
export function encodeForm(parts: readonly FormPart[], contentType = `multipart/form-data; boundary=${BOUNDARY}`): Form {
  const pieces = parts.flatMap(part => [`--${BOUNDARY}\r\n${head(part)}\r\n\r\n`, part.value, '\r\n'])
  return { body: Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map(piece => Buffer.from(piece))), contentType }
}

export function postForm(address: string, { body, contentType }: Form, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { method: 'POST', body: new Uint8Array(body), headers: { 'content-type': contentType, ...headers } })
}
