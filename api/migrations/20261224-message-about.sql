-- Which class or document a member was told of: whoever was told of one cancelled class is still to be told of the next.
-- Null in older notes, which are of all of their kind.
alter table member_message add column about text;
