import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner } from './api.ts'
import type { ImageProcessor } from './image-processor.ts'

/** What the calls of this feature use. */
export interface UploadsServices extends FeatureContext {
  accounts: AccountsApi
  audit: AuditApi
  owners: ReadonlyMap<UploadKind, PictureOwner>
  imageProcessor: ImageProcessor
}
