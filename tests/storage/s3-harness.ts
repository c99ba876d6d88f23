import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { Hono } from 'hono'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { listen } from '#platform/http/listen.ts'
import { createHttp } from '#platform/http/server.ts'
import { createLog } from '#platform/log/log.ts'
import { pictureRoute } from '#platform/storage/picture-route.ts'
import { type S3Options, S3Storage } from '#platform/storage/s3.ts'
import { APP_ORIGIN, type StorageHarness } from './harness.ts'
import { startRadosgw } from './radosgw.ts'

export interface S3Harness extends StorageHarness {
  options: S3Options
}

/** Starts an S3 on this machine and our HTTP server, which delivers its pictures. */
export async function startS3Harness(): Promise<S3Harness> {
  const { endpoint, accessKeyId, secretAccessKey, stop } = await startRadosgw()
  const [region, bucket] = ['us-east-1', 'pictures']
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const rule = { AllowedOrigins: [APP_ORIGIN], AllowedMethods: ['POST'], AllowedHeaders: ['*'] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  client.destroy()
  const options: S3Options = { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl: null }
  const storage = new S3Storage(options, systemClock)
  const routes = new Hono()
  routes.route('/', pictureRoute(storage))
  const page = async (): Promise<{ status: 404; html: Buffer }> => ({ status: 404, html: Buffer.from('a page of the site') })
  const http = createHttp({ routes, origins: storage.origins, clientDir: null, page, ready: async () => true, log: createLog('silent') })
  const port = await listen(http, 0, '127.0.0.1')
  return {
    storage,
    options,
    secret: { keyId: accessKeyId, secret: secretAccessKey, region, bucket },
    site: `http://127.0.0.1:${port}`,
    now: systemClock.now,
    leftovers: async () => [],
    async close() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
      await stop()
    },
  }
}
