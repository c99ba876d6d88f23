import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import { UPLOAD_DENIED, type UploadInstructions } from '../contract.ts'
import { findDenial, RESTRICTIONS, UPLOAD_KINDS, type UploadKind } from '../rules.ts'
import { fullPictureKey, INCOMING } from './keys.ts'
import type { UploadsServices } from './services.ts'
import { insertUpload } from './store.ts'

const request = v.tuple([
  v.pipe(v.string(), v.maxLength(100)),
  v.strictObject({
    name: v.optional(v.pipe(v.string(), v.maxLength(255))),
    size: v.pipe(v.number(), v.finite(), v.minValue(0)),
    type: v.optional(v.pipe(v.string(), v.maxLength(100), v.regex(/^$|^[^/\s]+\/[^/\s]+$/))),
  }),
  v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
])

const isUploadKind = (name: string): name is UploadKind => (UPLOAD_KINDS as readonly string[]).includes(name)

/**
 * Answers requests to upload a file (wire reference §3.1).
 * @throws DdpError 400 with the reason `Match failed`; DdpError with the code `Invalid directive`, `Upload denied` or `Unauthorized`
 */
export async function authorizeUpload(
  { database, storage, owners, address }: UploadsServices,
  userId: string | null,
  params: readonly unknown[],
): Promise<UploadInstructions> {
  const parsed = v.safeParse(request, params.length === 2 ? [...params, null] : params)
  if (!parsed.success) throw new DdpError(400, 'Match failed')
  const [kind, file, context] = parsed.output
  if (!isUploadKind(kind)) throw new DdpError('Invalid directive', `The directive ${kind} does not seem to exist`)
  const reason = findDenial(RESTRICTIONS[kind], file)
  if (reason !== null) throw new DdpError(UPLOAD_DENIED, reason)
  const subjectId = userId === null ? false : await (owners.get(kind)?.mayUpload(userId, context ?? {}) ?? false)
  if (userId === null || subjectId === false) throw new DdpError('Unauthorized', 'You are not allowed to upload this file')
  const owner = createHash('sha256').update(userId).digest('hex').slice(0, 16)
  const key = `${INCOMING}${kind}/${owner}/${randomBytes(16).toString('hex')}.jpg`
  await insertUpload(database.db, { key, userId, kind, subjectId })
  const { upload, postData } = storage.presign({
    key,
    contentType: file.type ?? 'image/jpeg',
    maxBytes: Math.min(Math.floor(file.size), RESTRICTIONS[kind].maxSize ?? Number.MAX_SAFE_INTEGER),
    ...(file.name ? { fileName: file.name } : {}),
  })
  // The download address is always on this server, which answers 404 with `no-store` while the picture does not exist yet. An object
  // store may send any cache headers.
  return { upload, download: `${address()}/storage/${fullPictureKey(kind, key)}`, postData, headers: {} }
}
