import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { useEffect, useState } from 'react'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { Allowed, ReasonButton } from '../../platform/shell/Guard.tsx'
import { useAddress } from '../../platform/table/address.ts'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { DataTable } from '../../ui/first/DataTable.tsx'
import { PlusIcon } from '../../ui/first/icons.ts'
import { FamilyDeleteButton } from '../actions/FamilyDeleteButton.tsx'
import { IndependentButton } from '../actions/IndependentButton.tsx'
import { DeleteButton, EnableButton } from '../actions/MemberActions.tsx'
import { IndependenceTag } from '../IndependenceTag.tsx'
import { EditLink, MemberName } from '../MemberName.tsx'
import { AddExistingDialog, EditChildDialog } from './ChildDialogs.tsx'

type Child = MemberDetail['children'][number]

const rowId = (child: string) => `child-${child}`

/** The child named in the address; its row is scrolled into view and its name focused. */
function useMarkedChild(): string | undefined {
  const { child } = useAddress()
  useEffect(() => {
    if (!child) return
    // One frame later, after the page has restored its own scroll position.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(rowId(child))
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector('a')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [child])
  return child
}

/** A parent's children. Dependent ones are managed here, independent ones on their own page. */
export default function ChildrenTab({ member: parent }: { member: MemberDetail }) {
  const [edited, setEdited] = useState<Child>()
  const [adding, setAdding] = useState(false)
  const marked = useMarkedChild()
  const disabled = parent.isDisable && 'Enable the parent first'
  return (
    <>
      <div className="tab-buttons">
        {disabled ? (
          <ReasonButton type="primary" icon={<PlusIcon aria-hidden />} may={members.create.may} reason={disabled}>
            {t('Add Child')}
          </ReasonButton>
        ) : (
          <Allowed may={members.create.may}>
            <ButtonLink
              look="primary"
              icon={<PlusIcon aria-hidden />}
              to="/membership/create/kids"
              search={{ parent: parent._id }}
            >
              {t('Add Child')}
            </ButtonLink>
          </Allowed>
        )}
        <ReasonButton may={members.update.may} reason={disabled} onClick={() => setAdding(true)}>
          {t('Add Existing Child')}
        </ReasonButton>
        {parent.children.some(({ isIndependent }) => !isIndependent) && <FamilyDeleteButton parent={parent} />}
      </div>
      <DataTable
        label={t('Children')}
        rowKey="_id"
        rows={parent.children}
        rowProps={({ _id }) =>
          _id === marked ? { id: rowId(_id), className: 'row-marked', 'aria-current': true } : {}
        }
        empty={<div className="nothing">{t('No children yet. Add the first one with Add Child.')}</div>}
        columns={[
          {
            key: 'name',
            title: t('Name'),
            className: 'giving',
            render: (child) => <MemberName person={child} to={{ id: child._id }} tab="class" />,
          },
          {
            key: 'dob',
            title: t('Date of Birth'),
            className: 'on-card',
            render: (child) => showDay(child.dob),
          },
          {
            key: 'belt',
            title: t('Belt Color'),
            className: 'on-card',
            render: (child) => child.belt?.beltColor ?? '-',
          },
          {
            key: 'isIndependent',
            title: t('Dependency'),
            render: (child) => <IndependenceTag isIndependent={child.isIndependent} />,
          },
          {
            key: 'wallet',
            title: t('Wallet'),
            align: 'right',
            className: 'number',
            render: (child) =>
              child.isIndependent ? showCredit(child.wallet) : <span className="muted">{t('Parent pays')}</span>,
          },
          { key: 'isDisable', title: t('Status'), render: (child) => <StatusTag isDisable={child.isDisable} /> },
          {
            key: 'actions',
            title: t('Actions'),
            align: 'right',
            className: 'stays-right',
            render: (child) => <ChildActions parentId={parent._id} child={child} onEdit={() => setEdited(child)} />,
          },
        ]}
      />
      {edited && <EditChildDialog child={edited} onClose={() => setEdited(undefined)} />}
      {adding && <AddExistingDialog parent={parent} onClose={() => setAdding(false)} />}
    </>
  )
}

interface ChildActionsProps {
  parentId: string
  child: Child
  onEdit: () => void
}

function ChildActions({ parentId, child, onEdit }: ChildActionsProps) {
  if (child.isIndependent)
    return (
      <div className="row-actions">
        <EditLink id={child._id} name={child.name} label="Open page" />
      </div>
    )
  return (
    <div className="row-actions">
      <RowActions
        name={child.name}
        act={
          <ReasonButton may={members.update.may} aria-label={t('Edit {name}', { name: child.name })} onClick={onEdit}>
            {t('Edit')}
          </ReasonButton>
        }
      >
        <EnableButton member={child} />
        <IndependentButton parentId={parentId} child={child} />
        <DeleteButton member={child} />
      </RowActions>
    </div>
  )
}
