import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { bucketUrl, S3Storage } from './s3.ts'

it.each([
  [null, 'us-west-2', 'scores', 'https://scores.s3-us-west-2.amazonaws.com'],
  [null, 'us-east-1', 'scores', 'https://scores.s3.amazonaws.com'],
  [null, 'eu-west-1', 'my.scores', 'https://s3-eu-west-1.amazonaws.com/my.scores'],
  [null, 'cn-north-1', 'scores', 'https://scores.s3.cn-north-1.amazonaws.com.cn'],
  ['https://s3.example/', 'us-east-1', 'scores', 'https://s3.example/scores'],
])('has the address of a bucket: endpoint %s, region %s, %s', (endpoint, region, bucket, address) => {
  expect(bucketUrl({ endpoint, region, bucket })).toBe(address)
})

it('says where forms go, and where everybody may fetch pictures', () => {
  const options = { endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'scores', accessKeyId: 'AKID', secretAccessKey: 'SECRET' }
  const own = new S3Storage({ ...options, publicUrl: null }, manualClock())
  expect([own.origins, own.url('pictures/a.jpg')]).toEqual([{ upload: 'https://s3.example', pictures: null }, '/storage/pictures/a.jpg'])
  const cdn = new S3Storage({ ...options, publicUrl: 'https://cdn.example/p/' }, manualClock())
  expect([cdn.origins, cdn.url('pictures/a.jpg')]).toEqual([
    { upload: 'https://s3.example', pictures: 'https://cdn.example' },
    'https://cdn.example/p/pictures/a.jpg',
  ])
})
