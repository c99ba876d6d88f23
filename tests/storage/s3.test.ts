import { storageContract } from './contract.ts'
import { startS3Harness } from './s3-harness.ts'

storageContract('an S3', { strict: false, open: startS3Harness })
