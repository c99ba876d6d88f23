import type { PostField } from '../../src/platform/storage/signed-post.ts'
import { BOUNDARY, type Form, type FormPart, filePart, formOf } from './form.ts'
import { MOST, request, type Stand, signedElsewhere } from './stand.ts'

/** A manipulated form. `key` is the key for which its policy was signed. */
export interface Tampering {
  what: string
  /** Bytes that Ceph's S3 stores if it accepts the form. It never accepts another key or more bytes than the policy allows. */
  overlooked?: number
  form(stand: Stand, key: string): Form
}

const FILE = Buffer.alloc(MOST, 'x')
const signed = (stand: Stand, key: string): PostField[] => stand.storage.presign(request(key)).postData
const changed = (fields: readonly PostField[], name: string, change: (value: string) => string): PostField[] =>
  fields.map(field => (field.name === name ? { name, value: change(field.value) } : field))
const otherPolicy = (text: string): string =>
  Buffer.from(
    Buffer.from(text, 'base64')
      .toString()
      .replace(`${MOST}`, `${MOST * 2}`),
  ).toString('base64')

/** Changes the parts of a valid form. */
const parts = (what: string, change: (fields: PostField[], stand: Stand, key: string) => FormPart[], overlooked?: number): Tampering => ({
  what,
  ...(overlooked === undefined ? {} : { overlooked }),
  form: (stand, key) => formOf(change(signed(stand, key), stand, key)),
})
/** Changes only the fields of a valid form. */
const fields = (what: string, change: (fields: PostField[], stand: Stand, key: string) => PostField[], overlooked?: number): Tampering =>
  parts(what, (sent, stand, key) => [...change(sent, stand, key), filePart(FILE)], overlooked)

export const TAMPERINGS: readonly Tampering[] = [
  parts('a byte too many', sent => [...sent, filePart(Buffer.alloc(MOST + 1, 'x'))]),
  fields('another type', sent => changed(sent, 'Content-Type', () => 'text/html')),
  fields('another key', sent => changed(sent, 'key', () => 'incoming/other.jpg')),
  fields('a key that leaves its folder', sent => changed(sent, 'key', () => '../../other.jpg')),
  fields('an edited policy', sent => changed(sent, 'policy', otherPolicy)),
  fields('an expired policy', (_sent, stand, key) => signedElsewhere(stand, key, {}, 300_001)),
  fields("another form's policy and signature", (sent, stand) => {
    const other = signed(stand, 'incoming/other.jpg')
    return [...sent.slice(0, -2), ...other.slice(-2)]
  }),
  fields('a signature by another secret', (_sent, stand, key) => signedElsewhere(stand, key, { secret: 'guessed' })),
  fields('one field more', sent => [...sent, { name: 'x-amz-meta-more', value: 'x' }]),
  fields('one field less', sent => sent.filter(({ name }) => name !== 'Content-Type')),
  fields('a field twice', sent => [{ name: 'key', value: 'incoming/other.jpg' }, ...sent], MOST),
  parts('the file first', sent => [filePart(FILE), ...sent]),
  parts('parts after the file', sent => [...sent, filePart(FILE), { name: 'key', value: 'incoming/other.jpg' }], MOST),
  parts('no file', sent => sent, 2),
  parts('two files', sent => [...sent, filePart(FILE), filePart(Buffer.from('another'))], MOST),
  parts('a file under another name', sent => [...sent, { ...filePart(FILE), name: 'upload' }]),
  { what: 'no boundary', form: (stand, key) => formOf([...signed(stand, key), filePart(FILE)], 'multipart/form-data') },
  parts('a part without a name', sent => [{ name: '', value: 'x', head: 'Content-Disposition: form-data' }, ...sent, filePart(FILE)]),
  fields('another bucket', sent => changed(sent, 'bucket', () => 'other'), MOST),
  fields('another acl', sent => changed(sent, 'acl', () => 'public-read-write')),
  fields('another scope', sent => changed(sent, 'x-amz-credential', value => value.replace(/[^/]+\/s3/, 'eu-north-1/s3'))),
]

/** The 13 malformed forms. */
export const BROKEN: readonly { what: string; form(stand: Stand, key: string): Form }[] = [
  parts('a file part without a name', sent => [
    ...sent,
    { name: '', value: 'x', head: 'Content-Disposition: form-data; filename="a.jpg"' },
  ]),
  parts('a part without a disposition', sent => [...sent, { name: '', value: 'x', head: 'Content-Type: image/jpeg' }]),
  parts('a part without a head', sent => [...sent, { name: '', value: 'x', head: '' }]),
  parts('a part with another disposition', sent => [
    ...sent,
    { name: '', value: 'x', head: 'Content-Disposition: attachment; name="file"' },
  ]),
  parts('a name of control characters', sent => [{ name: 'a\r\nb\0c', value: 'x' }, ...sent, filePart(FILE)]),
  parts('a head of a megabyte', sent => [{ name: 'a'.repeat(30_000), value: 'x' }, ...sent, filePart(FILE)]),
  parts('a field that is too long', sent => [{ name: 'a', value: 'x'.repeat(30_000) }, ...sent, filePart(FILE)]),
  parts('a thousand parts', sent => [...Array.from({ length: 1000 }, (_, i) => ({ name: `a${i}`, value: '' })), ...sent]),
  parts('fields of the prototype', sent => [
    { name: '__proto__', value: 'x' },
    { name: 'constructor', value: 'x' },
    ...sent,
    filePart(FILE),
  ]),
  { what: 'nothing', form: () => ({ ...formOf([]), body: Buffer.alloc(0) }) },
  { what: 'no part', form: () => formOf([]) },
  { what: 'no end', form: (stand, key) => withoutEnd(formOf([...signed(stand, key), filePart(FILE)])) },
  {
    what: 'no end of a file that is refused',
    form: stand => withoutEnd(formOf([...signed(stand, 'a'), ...signed(stand, 'b'), filePart(FILE)])),
  },
]

const withoutEnd = ({ body, contentType }: Form): Form => ({ body: body.subarray(0, body.length - BOUNDARY.length - 20), contentType })
