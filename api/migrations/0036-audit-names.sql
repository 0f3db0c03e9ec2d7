-- What a person calls the documents with these ids, for the audit trail. Nothing depends on it and it is asked for by
-- whoever writes or reads a record; plpgsql keeps its plan.
create function document_names(ids uuid[]) returns table (document_id uuid, name text) language plpgsql stable as $$
begin
  return query
    select m.id, m.name from member as m where m.id = any(ids)
    union all select id, belt.belt_color from belt where id = any(ids)
    union all select id, relationship.relationship from relationship where id = any(ids)
    union all select id, designation.designation from designation where id = any(ids)
    union all select id, member_type.member_type from member_type where id = any(ids)
    union all select id, sport.description from sport where id = any(ids)
    union all select id, centre.description from centre where id = any(ids)
    union all select id, course_type.description from course_type where id = any(ids)
    union all select id, coach.name from coach where id = any(ids)
    union all select id, credit_package.title from credit_package where id = any(ids)
    union all select id, announcement.title from announcement where id = any(ids)
    union all select id, 'Holidays of ' || holiday.year from holiday where id = any(ids)
    union all select id, document_format.type from document_format where id = any(ids)
    union all select id, user_group.role from user_group where id = any(ids)
    union all select id, staff_user.username from staff_user where id = any(ids)
    union all select id, course.name from course where id = any(ids)
    union all select y.id, c.name || ' ' || y.year
      from course_year as y join course as c on c.id = y.course where y.id = any(ids)
    union all select k.id, c.name || ' on ' || to_char(k.date, 'DD-MM-YYYY')
      from class as k join course as c on c.id = k.course where k.id = any(ids)
    union all select e.id, m.name || ' in ' || c.name
      from enrolment as e join member as m on m.id = e.member join course as c on c.id = e.course where e.id = any(ids)
    union all select a.id, m.name || ' in ' || c.name || ' on ' || to_char(a.class_date, 'DD-MM-YYYY')
      from attendance as a join member as m on m.id = a.member join course as c on c.id = a.course where a.id = any(ids)
    union all select p.id, coalesce(p.receipt_no, p.order_no) from payment as p where p.id = any(ids)
    union all select id, credit_adjustment.doc_no from credit_adjustment where id = any(ids)
    union all select id, cash_close.number from cash_close where id = any(ids)
    union all select id, emergency_contact.name from emergency_contact where id = any(ids)
    union all select id, notice_details.title from notice_details where id = any(ids)
    union all select id, notice.title from notice where id = any(ids)
    union all select id, wallet_entry.cause_label from wallet_entry where id = any(ids);
end $$;
