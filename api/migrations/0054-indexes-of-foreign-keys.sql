-- Whoever removes a row, or lists what belongs to it, finds what refers to it by an index.
create index staff_user_coach on staff_user (coach_related);
create index attendance_wallet_member on attendance (wallet_member, class_date desc);
drop index enrolment_course;
create index enrolment_course on enrolment (course, is_disable);
