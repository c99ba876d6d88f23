import type { S3Client } from '@aws-sdk/client-s3'

export interface S3Account {
  /** Null for Amazon's endpoint of the region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Opens a client of an S3-compatible service; the library is loaded when it is first needed. @param requestTimeout ms for one request */
export async function openS3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Account,
  requestTimeout = 30_000,
): Promise<S3Client> {
  const { S3Client: Client } = await import('@aws-sdk/client-s3')
  return new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, requestTimeout, throwOnRequestTimeout: true },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
}
