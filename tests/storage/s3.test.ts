import { storageContract } from './contract.ts'
import { s3Stand } from './s3-stand.ts'

storageContract('an S3', { strict: false, open: s3Stand })
