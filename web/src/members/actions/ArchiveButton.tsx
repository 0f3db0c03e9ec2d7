import { archivePermissions, families, familyFileName } from '@academy/contract/families/families.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { useDownload } from '../../platform/client/downloads/use-download.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { Button } from '../../ui/first/Button.tsx'
import { DownloadIcon } from '../../ui/first/icons.ts'

/** Downloads all that is held of the member and, of a parent, of the dependent children. */
export function ArchiveButton({ member }: { member: Pick<MemberDetail, '_id' | 'name' | 'children'> }) {
  const { can } = useSession()
  const { busy, save } = useDownload()
  if (!archivePermissions.every(can)) return null
  const isFamily = member.children.some(({ isIndependent }) => !isIndependent)
  return (
    <Button
      icon={<DownloadIcon aria-hidden />}
      loading={busy}
      onClick={() => save(families.archive, { params: { id: member._id } }, familyFileName(member.name))}
    >
      {t(isFamily ? 'Download family data' : 'Download data')}
    </Button>
  )
}
