import type { PostField } from '#platform/storage/signed-post.ts'
import { BOUNDARY, encodeForm, type Form, type FormPart, filePart } from './form.ts'
import { createPostRequest, MAX_BYTES, type StorageHarness, signForeignPost } from './harness.ts'

/** A manipulated form. `key` is the key for which its policy was signed. */
export interface TamperedForm {
  what: string
  /** Bytes that Ceph's S3 stores if it accepts the form. It never accepts another key or more bytes than the policy allows. */
  bytesStoredOnS3?: number
  form(harness: StorageHarness, key: string): Form
}

const FILE = Buffer.alloc(MAX_BYTES, 'x')
const signed = (harness: StorageHarness, key: string): PostField[] => harness.storage.presign(createPostRequest(key)).postData
const changed = (fields: readonly PostField[], name: string, change: (value: string) => string): PostField[] =>
  fields.map(field => (field.name === name ? { name, value: change(field.value) } : field))
const otherPolicy = (text: string): string =>
  Buffer.from(
    Buffer.from(text, 'base64')
      .toString()
      .replace(`${MAX_BYTES}`, `${MAX_BYTES * 2}`),
  ).toString('base64')

/** Changes the parts of a valid form. */
const parts = (
  what: string,
  change: (fields: PostField[], harness: StorageHarness, key: string) => FormPart[],
  bytesStoredOnS3?: number,
): TamperedForm => ({
  what,
  ...(bytesStoredOnS3 === undefined ? {} : { bytesStoredOnS3 }),
  form: (harness, key) => encodeForm(change(signed(harness, key), harness, key)),
})
/** Changes only the fields of a valid form. */
const fields = (
  what: string,
  change: (fields: PostField[], harness: StorageHarness, key: string) => PostField[],
  bytesStoredOnS3?: number,
): TamperedForm => parts(what, (sent, harness, key) => [...change(sent, harness, key), filePart(FILE)], bytesStoredOnS3)

export const TAMPERED_FORMS: readonly TamperedForm[] = [
  parts('a byte too many', sent => [...sent, filePart(Buffer.alloc(MAX_BYTES + 1, 'x'))]),
  fields('another type', sent => changed(sent, 'Content-Type', () => 'text/html')),
  fields('another key', sent => changed(sent, 'key', () => 'incoming/other.jpg')),
  fields('a key that leaves its folder', sent => changed(sent, 'key', () => '../../other.jpg')),
  fields('an edited policy', sent => changed(sent, 'policy', otherPolicy)),
  fields('an expired policy', (_sent, harness, key) => signForeignPost(harness, key, {}, 300_001)),
  fields("another form's policy and signature", (sent, harness) => {
    const other = signed(harness, 'incoming/other.jpg')
    return [...sent.slice(0, -2), ...other.slice(-2)]
  }),
  fields('a signature by another secret', (_sent, harness, key) => signForeignPost(harness, key, { secret: 'guessed' })),
  fields('one field more', sent => [...sent, { name: 'x-amz-meta-more', value: 'x' }]),
  fields('one field less', sent => sent.filter(({ name }) => name !== 'Content-Type')),
  fields('a field twice', sent => [{ name: 'key', value: 'incoming/other.jpg' }, ...sent], MAX_BYTES),
  parts('the file first', sent => [filePart(FILE), ...sent]),
  parts('parts after the file', sent => [...sent, filePart(FILE), { name: 'key', value: 'incoming/other.jpg' }], MAX_BYTES),
  parts('no file', sent => sent, 2),
  parts('two files', sent => [...sent, filePart(FILE), filePart(Buffer.from('another'))], MAX_BYTES),
  parts('a file under another name', sent => [...sent, { ...filePart(FILE), name: 'upload' }]),
  { what: 'no boundary', form: (harness, key) => encodeForm([...signed(harness, key), filePart(FILE)], 'multipart/form-data') },
  parts('a part without a name', sent => [{ name: '', value: 'x', head: 'Content-Disposition: form-data' }, ...sent, filePart(FILE)]),
  fields('another bucket', sent => changed(sent, 'bucket', () => 'other'), MAX_BYTES),
  fields('another acl', sent => changed(sent, 'acl', () => 'public-read-write')),
  fields('another scope', sent => changed(sent, 'x-amz-credential', value => value.replace(/[^/]+\/s3/, 'eu-north-1/s3'))),
]

/** The 13 malformed forms. */
export const MALFORMED_FORMS: readonly { what: string; form(harness: StorageHarness, key: string): Form }[] = [
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
  { what: 'nothing', form: () => ({ ...encodeForm([]), body: Buffer.alloc(0) }) },
  { what: 'no part', form: () => encodeForm([]) },
  { what: 'no end', form: (harness, key) => withoutEnd(encodeForm([...signed(harness, key), filePart(FILE)])) },
  {
    what: 'no end of a file that is refused',
    form: harness => withoutEnd(encodeForm([...signed(harness, 'a'), ...signed(harness, 'b'), filePart(FILE)])),
  },
]

const withoutEnd = ({ body, contentType }: Form): Form => ({ body: body.subarray(0, body.length - BOUNDARY.length - 20), contentType })
